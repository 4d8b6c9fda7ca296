import { z } from 'zod'
import { Uuid } from './common.ts'

export interface ProblemKind {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 429 | 500 | 503
  retryable: boolean
  title: string
  recovery: string
  /** In the place of `recovery` for agents, who have tools, and neither paths nor headers. */
  agentRecovery?: string
}

const correct = 'Correct the request as described; do not repeat it unchanged.'
const retryLater = 'Wait for Retry-After, then repeat with exponential backoff; keep the request ID.'
/** As long as Retry-After of a 503 says. */
export const RETRY_AFTER_SECONDS = 5
const agentRetryLater = `Wait ${RETRY_AFTER_SECONDS} seconds, then call again; give up after a few times and tell the request ID.`

const OTHER_SNAPSHOT =
  'Leave dates and ids out for the newest two snapshots, or take attributes.snapshotId of a publication that ' +
  'search_entities lists with type bom_publication.'

/**
 * Every problem the service can answer with: the one table behind statuses, bodies, documentation and the contract.
 * `retryable` says whether the same request may succeed later without a change.
 */
export const problems = {
  invalid_request: { status: 400, retryable: false, title: 'The request is not valid', recovery: correct },
  invalid_cursor: {
    status: 400,
    retryable: false,
    title: 'The cursor is not valid here',
    recovery: 'Start the list again without a cursor; pass links.next unchanged, with the same filters.',
  },
  not_acceptable: {
    status: 400,
    retryable: false,
    title: 'No acceptable media type',
    recovery: 'Accept the media type that the operation answers with, or leave Accept out.',
  },
  payload_too_large: {
    status: 400,
    retryable: false,
    title: 'The body is too large',
    recovery: 'Send a body of at most 256 KiB and 20,000 values.',
  },
  unsupported_media_type: {
    status: 400,
    retryable: false,
    title: 'The body is not JSON',
    recovery: 'Send Content-Type: application/json.',
  },
  headers_too_large: {
    status: 400,
    retryable: false,
    title: 'The headers or the URL are too large',
    recovery: 'Shorten the URL and the headers.',
  },
  malformed_json: {
    status: 400,
    retryable: false,
    title: 'The body is not well-formed JSON',
    recovery: correct,
  },
  idempotency_key_not_accepted: {
    status: 400,
    retryable: false,
    title: 'Exports take no idempotency key',
    recovery: 'Leave Idempotency-Key out; after a lost answer look for the export with GET /v1/exports first.',
  },
  invalid_token: {
    status: 401,
    retryable: false,
    title: 'The credential is missing or not valid',
    recovery:
      'Replace or rotate the credential and retry without changing tenant inputs. Where a new credential is refused too, ' +
      'ask the operator whether the organization is active.',
  },
  insufficient_scope: {
    status: 403,
    retryable: false,
    title: 'The credential lacks a scope',
    recovery: 'Request the missing scope from an operator.',
  },
  wrong_region: {
    status: 403,
    retryable: false,
    title: 'The credential belongs to another region',
    recovery: 'Use the regional origin that was issued with the credential.',
  },
  forbidden_origin: {
    status: 403,
    retryable: false,
    title: 'The host or the origin is not allowed',
    recovery: 'Use the published address of the service; an operator can allow further hosts and origins.',
  },
  not_found: {
    status: 404,
    retryable: false,
    title: 'No such path',
    recovery: 'Take paths from the published contract at /openapi.json.',
    agentRecovery: 'Use initialize, ping, tools/list or tools/call; with protocol 2026-07-28 server/discover too.',
  },
  entity_not_found: {
    status: 404,
    retryable: false,
    title: 'No such entity',
    recovery: 'Confirm the canonical entity ID, for example with GET /v1/entities.',
    agentRecovery: 'Find the entity with search_entities and take its id from there.',
  },
  snapshot_not_found: {
    status: 404,
    retryable: false,
    title: 'No such snapshot',
    recovery: 'Confirm the snapshot ID or the date, for example with GET /v1/bom/snapshots.',
    agentRecovery: OTHER_SNAPSHOT,
  },
  snapshot_retired: {
    status: 404,
    retryable: false,
    title: 'The snapshot is no longer available',
    recovery: 'Choose a snapshot that GET /v1/bom/snapshots lists.',
    agentRecovery: OTHER_SNAPSHOT,
  },
  record_not_found: {
    status: 404,
    retryable: false,
    title: 'No such record',
    recovery: 'Confirm the reference, for example with GET /v1/connected-records/search.',
    agentRecovery: 'Confirm the reference with search_connected_records, where it is listed, or with search_entities.',
  },
  dataset_not_found: {
    status: 404,
    retryable: false,
    title: 'No such dataset',
    recovery: 'Confirm the dataset ID with GET /v1/datasets.',
    agentRecovery: 'Confirm the dataset ID with list_service_datasets, where it is listed; else ask a person for it.',
  },
  source_not_found: {
    status: 404,
    retryable: false,
    title: 'No such source system',
    recovery: 'Take the system from sourceSystem of GET /v1/datasets.',
    agentRecovery: 'Take the system from sourceSystem of list_service_datasets.',
  },
  export_not_found: {
    status: 404,
    retryable: false,
    title: 'No such export',
    recovery: 'Confirm the export ID with GET /v1/exports.',
    agentRecovery: 'Confirm the export ID with list_exports.',
  },
  export_expired: {
    status: 404,
    retryable: false,
    title: 'The export is no longer available',
    recovery: 'Create the export again, and download it before expiresAt.',
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    title: 'The method is not allowed here',
    recovery: 'Use a method that the Allow header names.',
  },
  snapshot_not_completed: {
    status: 409,
    retryable: true,
    title: 'The snapshot is still being built',
    recovery: 'Repeat later with backoff, or read the latest completed snapshot.',
  },
  ambiguous_reference: {
    status: 409,
    retryable: false,
    title: 'The reference stands for several records',
    recovery: 'Name one of them by its canonical ID.',
  },
  export_not_ready: {
    status: 409,
    retryable: true,
    title: 'The export is not completed yet',
    recovery: 'Ask GET /v1/exports/{exportId} after pollAfterSeconds, and download it once it is completed.',
  },
  export_failed: {
    status: 409,
    retryable: false,
    title: 'The export failed',
    recovery: 'Read errorCode of the export; create it again once that is mended.',
  },
  unreadable_record: {
    status: 409,
    retryable: false,
    title: 'The stored record cannot be read',
    recovery: 'Tell the operator the request ID: `tda check` names the record, and its source can send it again.',
    agentRecovery: 'Go on without this record, and tell a person the request ID; do not call again for it.',
  },
  too_many_exports: {
    status: 409,
    retryable: true,
    title: 'Too many exports are under way',
    recovery: 'Wait until one of the exports that are queued or running has ended.',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    title: 'Too many requests',
    recovery: 'Wait for Retry-After, then use bounded exponential backoff.',
    agentRecovery: 'Wait as many seconds as detail says, then call again; make fewer, narrower calls.',
  },
  internal_error: {
    status: 500,
    retryable: false,
    title: 'The service failed',
    recovery: 'Do not retry automatically; report the request ID.',
  },
  dependency_unavailable: {
    status: 503,
    retryable: true,
    title: 'A dependency is unavailable',
    recovery: retryLater,
    agentRecovery: agentRetryLater,
  },
  rebuilding: {
    status: 503,
    retryable: true,
    title: 'The data is being built anew',
    recovery: 'Wait for Retry-After, then repeat; it takes minutes, after which everything is there at once.',
    agentRecovery: 'Call again in some minutes; then everything is there at once.',
  },
  query_timeout: {
    status: 503,
    retryable: true,
    title: 'The query took too long',
    recovery: retryLater,
    agentRecovery: `Wait ${RETRY_AFTER_SECONDS} seconds, then call again with narrower arguments or a smaller limit.`,
  },
  overloaded: {
    status: 503,
    retryable: true,
    title: 'The service is overloaded',
    recovery: retryLater,
    agentRecovery: agentRetryLater,
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

/** Where a faulty input stands. */
export const FaultyInput = z
  .object({
    in: z.enum(['query', 'path', 'header', 'body', 'argument']),
    name: z.string(),
    detail: z.string(),
  })
  .meta({ id: 'FaultyInput', description: 'One faulty input of a 400.' })
export type FaultyInput = z.infer<typeof FaultyInput>

/** RFC 9457 problem details with the recovery members of the specification. */
export const Problem = z
  .object({
    type: z.url().meta({ description: 'A page that explains the code: {docs_url}/problems/{code}.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
    requestId: Uuid.meta({ description: 'Equals X-Request-ID.' }),
    correlationId: Uuid.meta({ description: "The caller's X-Correlation-ID, else the request ID." }),
    retryable: z.boolean(),
    recovery: z.string(),
    errors: z.array(FaultyInput).optional().meta({ description: 'Every faulty input of a 400.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
