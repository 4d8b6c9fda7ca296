import { z } from 'zod'
import { Uuid } from './common.ts'
import { described } from './described.ts'
import { enumOf } from './enum-of.ts'

export interface ProblemKind {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 429 | 500 | 503
  retryable: boolean
  /** At most five words. */
  title: string
  /** A sentence about what happened. An error may replace it with a more specific one. */
  detail: string
  recovery: string
  /** The recovery for agents, which call tools and do not see paths and headers. The default is `recovery`. */
  agentRecovery?: string
}

const retryLater =
  'Retry after the number of seconds in Retry-After, with exponential backoff. If it keeps failing, report the request ID.'
/** The value of the Retry-After header of a 503 response. */
export const RETRY_AFTER_SECONDS = 5
const agentRetryLater = `Wait ${RETRY_AFTER_SECONDS} seconds, then call again. After a few failures, stop and report the request ID.`

const OTHER_SNAPSHOT =
  'Omit dates and IDs to use the newest two snapshots, or use attributes.snapshotId of a publication that ' +
  'search_entities lists with type bom_publication.'

/**
 * Every problem that the service can return. The statuses, bodies, docs, and contract are generated from this table.
 * `retryable` is true if the same request can succeed later without a change.
 */
export const problems = {
  invalid_request: {
    status: 400,
    retryable: false,
    title: 'Invalid request',
    detail: 'One or more parameters, headers, or body fields are not valid.',
    recovery: 'Correct each input that errors names. Do not retry the request unchanged.',
  },
  invalid_cursor: {
    status: 400,
    retryable: false,
    title: 'Invalid cursor',
    detail: 'The cursor does not belong to this list.',
    recovery: 'Start again without a cursor. Pass links.next unchanged, and keep the other parameters unchanged.',
  },
  not_acceptable: {
    status: 400,
    retryable: false,
    title: 'Media type not acceptable',
    detail: 'The Accept header excludes the media type of the response.',
    recovery: 'Accept the media type that errors names, or omit the Accept header.',
  },
  payload_too_large: {
    status: 400,
    retryable: false,
    title: 'Request body too large',
    detail: 'The body is larger than 256 KiB, or contains more than 20,000 values.',
    recovery: 'Send a body of at most 256 KiB and 20,000 values.',
  },
  unsupported_media_type: {
    status: 400,
    retryable: false,
    title: 'Unsupported media type',
    detail: 'The body is not declared as uncompressed JSON.',
    recovery: 'Send the body uncompressed, with Content-Type: application/json.',
  },
  headers_too_large: {
    status: 400,
    retryable: false,
    title: 'Headers or URL too large',
    detail: 'A header is larger than 8 KiB, or the URL and the headers together are larger than 128 KiB.',
    recovery: 'Shorten the URL and the headers.',
  },
  malformed_json: {
    status: 400,
    retryable: false,
    title: 'Malformed JSON',
    detail: 'The body is not well-formed JSON in UTF-8.',
    recovery: 'Correct the body as errors describes. Do not retry the request unchanged.',
  },
  idempotency_key_not_accepted: {
    status: 400,
    retryable: false,
    title: 'Idempotency key not accepted',
    detail: 'The service does not support idempotency keys for exports.',
    recovery:
      'Remove the Idempotency-Key header. After a lost response, look for the export with GET /v1/exports first.',
  },
  invalid_token: {
    status: 401,
    retryable: false,
    title: 'Invalid or missing token',
    detail: 'The request has no token, or its token is not valid here.',
    recovery:
      'Replace or rotate the token, and send the same request again. If a new token is rejected too, ask the operator whether the organization is active.',
  },
  insufficient_scope: {
    status: 403,
    retryable: false,
    title: 'Insufficient scope',
    detail: 'The token does not have the required scope.',
    recovery: 'Ask an operator for a token with the missing scope.',
  },
  wrong_region: {
    status: 403,
    retryable: false,
    title: 'Wrong region',
    detail: 'The token belongs to another region.',
    recovery: 'Send the request to the regional address that was issued with the token.',
  },
  forbidden_origin: {
    status: 403,
    retryable: false,
    title: 'Host or origin not allowed',
    detail: 'The Host or the Origin of the request is not allowed.',
    recovery: 'Use the published address of the service. An operator can allow further hosts and origins.',
  },
  not_found: {
    status: 404,
    retryable: false,
    title: 'Path not found',
    detail: 'The service has no such path.',
    recovery: 'Use a path of the published contract at /openapi.json.',
    agentRecovery:
      'Use initialize, ping, tools/list, or tools/call. With protocol 2026-07-28, server/discover also works.',
  },
  entity_not_found: {
    status: 404,
    retryable: false,
    title: 'Entity not found',
    detail: 'The organization has no entity with this ID.',
    recovery: 'Check the entity ID, for example with GET /v1/entities.',
    agentRecovery: 'Find the entity with search_entities and use its id.',
  },
  snapshot_not_found: {
    status: 404,
    retryable: false,
    title: 'Snapshot not found',
    detail: 'The organization has no such snapshot.',
    recovery: 'Check the snapshot ID or the date, for example with GET /v1/bom/snapshots.',
    agentRecovery: OTHER_SNAPSHOT,
  },
  snapshot_retired: {
    status: 404,
    retryable: false,
    title: 'Snapshot retired',
    detail: 'The snapshot was retired. Its rows are no longer available.',
    recovery: 'Choose a snapshot that GET /v1/bom/snapshots lists.',
    agentRecovery: OTHER_SNAPSHOT,
  },
  record_not_found: {
    status: 404,
    retryable: false,
    title: 'Record not found',
    detail: 'The organization has no record with this reference.',
    recovery: 'Check the reference, for example with GET /v1/connected-records/search.',
    agentRecovery: 'Check the reference with search_connected_records, if it is listed, or with search_entities.',
  },
  dataset_not_found: {
    status: 404,
    retryable: false,
    title: 'Dataset not found',
    detail: 'The organization has no dataset with this ID.',
    recovery: 'Check the dataset ID with GET /v1/datasets.',
    agentRecovery: 'Check the dataset ID with list_service_datasets, if it is listed. Otherwise ask a person for it.',
  },
  exception_not_found: {
    status: 404,
    retryable: false,
    title: 'Exception not found',
    detail: 'The organization has no exception with this ID.',
    recovery: 'Check the exception ID with GET /v1/material-position-exceptions.',
    agentRecovery: 'Use an exceptionId that list_material_position_exceptions lists.',
  },
  partition_not_found: {
    status: 404,
    retryable: false,
    title: 'Partition not found',
    detail: 'The service has never read this partition.',
    recovery:
      'Use topic and partition as Kafka confirmed them to the producer. If the service was installed just now, retry later.',
  },
  source_not_found: {
    status: 404,
    retryable: false,
    title: 'Source system not found',
    detail: 'The organization has no data of this source system.',
    recovery: 'Use a sourceSystem that GET /v1/datasets lists.',
    agentRecovery: 'Use a sourceSystem that list_service_datasets lists.',
  },
  changes_expired: {
    status: 404,
    retryable: false,
    title: 'Changes expired',
    detail: 'Changes after this cursor are no longer available, or the graph was built from another event log since.',
    recovery:
      'Read the current data again, for example with an export. Before that, get a new cursor: request GET /v1/changes with the current time as since, and store meta.resume.',
    agentRecovery: 'Call list_changes without a cursor. To see the current data, use search_entities.',
  },
  export_not_found: {
    status: 404,
    retryable: false,
    title: 'Export not found',
    detail: 'The organization has no export with this ID.',
    recovery: 'Check the export ID with GET /v1/exports.',
    agentRecovery: 'Check the export ID with list_exports.',
  },
  export_expired: {
    status: 404,
    retryable: false,
    title: 'Export expired',
    detail: 'The file was deleted after expiresAt.',
    recovery: 'Create the export again, and download it before expiresAt.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: 'Method not allowed',
    detail: 'The path does not support this method.',
    recovery: 'Use a method that the Allow header lists.',
  },
  snapshot_not_completed: {
    status: 409,
    retryable: true,
    title: 'Snapshot not completed',
    detail: 'The publication of this snapshot is not completed yet.',
    recovery: 'Retry later with backoff, or read the latest completed snapshot.',
  },
  ambiguous_reference: {
    status: 409,
    retryable: false,
    title: 'Ambiguous reference',
    detail: 'Several records share this code.',
    recovery: 'Use the ID of one of the records that detail lists.',
  },
  export_not_ready: {
    status: 409,
    retryable: true,
    title: 'Export not ready',
    detail: 'The export is queued or running.',
    recovery:
      'Check GET /v1/exports/{exportId} after pollAfterSeconds, and download the file once the status is completed.',
  },
  export_failed: {
    status: 409,
    retryable: false,
    title: 'Export failed',
    detail: 'The export failed and has no file.',
    recovery: "Check the export's errorCode, fix the cause, and create the export again.",
  },
  unreadable_record: {
    status: 409,
    retryable: false,
    title: 'Unreadable record',
    detail: 'The stored record does not fit the contract.',
    recovery:
      'Report the request ID to the operator. `tda check` identifies the record, and its source can send it again.',
    agentRecovery: 'Continue without this record, and report the request ID to a person. Do not call again for it.',
  },
  too_many_exports: {
    status: 409,
    retryable: true,
    title: 'Too many exports',
    detail: 'The organization has the maximum number of queued and running exports.',
    recovery: 'Wait until a queued or running export has ended, and try again.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: 'Rate limit exceeded',
    detail: 'The limit of requests for this minute is used up.',
    recovery: 'Retry after the number of seconds in Retry-After, with bounded exponential backoff.',
    agentRecovery: 'Wait the number of seconds in detail, then call again. Make fewer, narrower calls.',
  },
  internal_error: {
    status: 500,
    retryable: false,
    title: 'Internal error',
    detail: 'The service failed unexpectedly.',
    recovery: 'Do not retry automatically. Report the request ID.',
  },
  dependency_unavailable: {
    status: 503,
    retryable: true,
    title: 'Dependency unavailable',
    detail: 'Something that the service depends on is unavailable.',
    recovery: retryLater,
    agentRecovery: agentRetryLater,
  },
  rebuilding: {
    status: 503,
    retryable: true,
    title: 'Data is being rebuilt',
    detail: 'An operator is rebuilding the data from the event log. Reads are unavailable until the rebuild finishes.',
    recovery: 'Retry after the number of seconds in Retry-After. A rebuild usually takes minutes.',
    agentRecovery: 'Call again in a few minutes. Data is unavailable until the rebuild finishes.',
  },
  query_timeout: {
    status: 503,
    retryable: true,
    title: 'Query timed out',
    detail: 'The query took longer than a request can take.',
    recovery: retryLater,
    agentRecovery: `Wait ${RETRY_AFTER_SECONDS} seconds, then call again with narrower arguments or a smaller limit.`,
  },
  overloaded: {
    status: 503,
    retryable: true,
    title: 'Service overloaded',
    detail: 'The service has too many requests in progress.',
    recovery: retryLater,
    agentRecovery: agentRetryLater,
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

/** The part of the request that contains an invalid input. */
export const FaultyInput = z
  .object({
    in: enumOf(
      {
        query: 'query parameter',
        path: 'path parameter',
        header: 'request header',
        body: 'field of the body',
        argument: 'argument of an MCP tool',
      },
      { description: 'Where the input is.' },
    ),
    name: z.string().meta({
      description:
        'Name of the input. A field of the body has its path, such as `pairs.0.material`. Empty for the whole.',
    }),
    detail: z
      .string()
      .meta({ description: 'What is wrong, as the end of a sentence: "must be an integer from 1 to 1000".' }),
  })
  .meta({ id: 'FaultyInput', description: 'One invalid input of a 400 response.' })
export type FaultyInput = z.infer<typeof FaultyInput>

const codes = Object.keys(problems) as ProblemCode[]
const ProblemCodes = enumOf(
  Object.fromEntries(codes.map((code) => [code, problems[code].detail])) as Record<ProblemCode, string>,
  { id: 'ProblemCode', description: 'Code of the problem. It never changes its meaning. New codes can be added.' },
)

/** RFC 9457 problem details with the recovery members of the specification. */
export const Problem = z
  .object({
    type: z.url().meta({ description: 'URL of the page that explains the code: `{docs_url}/problems/{code}`.' }),
    title: z.string().meta({ description: 'Title of the problem. The same for every problem with the code.' }),
    status: z.int().meta({ description: 'HTTP status of the response.' }),
    detail: z.string().meta({ description: 'What happened, in sentences.' }),
    code: ProblemCodes,
    requestId: described(Uuid, 'ID of the request: a UUID. Equals the `X-Request-ID` header.'),
    correlationId: described(Uuid, '`X-Correlation-ID` of the request if it is a UUID, otherwise the request ID.'),
    retryable: z.boolean().meta({ description: 'Whether the same request can succeed later without a change.' }),
    recovery: z.string().meta({ description: 'What to do.' }),
    errors: z
      .array(FaultyInput)
      .optional()
      .meta({ description: 'Every invalid input of a 400, at most 100. Absent for other statuses.' }),
  })
  .meta({ id: 'Problem', description: 'An error: problem details (RFC 9457) with a code and what to do.' })
export type Problem = z.infer<typeof Problem>
