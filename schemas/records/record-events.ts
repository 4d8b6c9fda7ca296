import { z } from 'zod'
import { OrganizationKey } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import {
  type EntityTypeOf,
  entityTypes,
  lifecycleStateOf,
  type SentEntityType,
  sentEntityTypes,
} from '../graph/entity-types.ts'
import { linkShapes, linkTypes } from '../graph/link-types.ts'
import { asSent, CanonicalOf, CodeReference, isWholeOrLocal, reference, wholeOrLocal } from '../values/as-sent.ts'
import { TimeAsSent } from '../values/input-times.ts'
import { asSentValues } from '../values/sent-values.ts'
import { datasetData, datasetLoadData, positionData, requirementData, sourceRecordData } from './connected-data.ts'

/** The most bytes of an event's key, value, and headers together. */
export const MAX_EVENT_BYTES = 900 * 1024

function endOf<T extends string>(type: T) {
  return z
    .object({ type: described(z.literal(type), `Always \`${type}\`.`), ...reference })
    .refine(isWholeOrLocal, wholeOrLocal)
}

const common = {
  references: z
    .array(CodeReference)
    .max(200)
    .default([])
    .meta({ description: 'Codes that other systems use for the record.' }),
  canonicalOf: CanonicalOf.optional(),
}

const links = linkShapes(asSentValues)

function linkOf<T extends keyof typeof links, P extends z.ZodRawShape>(type: T, properties: P) {
  const { from, to } = linkTypes[type]
  return z.object({
    type: described(z.literal(type), `Always \`${type}\`.`),
    from: described(endOf(from), 'Entity that the link starts at.'),
    to: described(endOf(to), 'Entity that the link ends at.'),
    properties: z
      .preprocess((value) => value ?? {}, z.object(asSent(properties)))
      .meta({ description: 'Properties of the link. Null and absent mean none.' }),
    canonicalOf: CanonicalOf.optional(),
  })
}

function entityOf<T extends SentEntityType>(type: T) {
  const { sent } = entityTypes[type] as EntityTypeOf<T>
  return z.object({
    ...(sent as EntityTypeOf<T>['sent']),
    ...common,
    lifecycleState: lifecycleStateOf(type),
  })
}

/** The data of each upserted record, by kind. Unknown fields are ignored. */
export const recordData = {
  ...(Object.fromEntries(sentEntityTypes.map((type) => [type, entityOf(type)])) as unknown as {
    [T in SentEntityType]: ReturnType<typeof entityOf<T>>
  }),
  link: z.discriminatedUnion('type', [
    linkOf('SUPPLIED_BY', links.SUPPLIED_BY),
    linkOf('PRODUCED_BY', links.PRODUCED_BY),
    linkOf('SUBSTITUTE_FOR', links.SUBSTITUTE_FOR),
    linkOf('CARRIED_OVER_FROM', links.CARRIED_OVER_FROM),
    linkOf('MADE_FROM', links.MADE_FROM),
    linkOf('OWNED_BY', links.OWNED_BY),
  ]),
  source_record: sourceRecordData,
  dataset: datasetData,
  dataset_load: datasetLoadData,
  requirement: requirementData,
  position: positionData,
}

/** The kinds that become entities and links of the graph. The other kinds are cross-system data. */
export type GraphKind = SentEntityType | 'link'

export const RecordKind = z.enum(Object.keys(recordData) as [keyof typeof recordData, ...(keyof typeof recordData)[]])
export type RecordKind = z.infer<typeof RecordKind>

/** The source of an event, `/{system}/{instance}`. */
const Source = z
  .string()
  .regex(/^\/[a-z][a-z0-9_]{0,31}\/[A-Za-z0-9._-]{1,64}$/, 'must be /{system}/{instance} such as /erp/main')

/** Parameters of the media type, such as a charset, are ignored, because JSON is always UTF-8. */
const JsonMediaType = z
  .string()
  .max(255)
  .toLowerCase()
  .regex(/^application\/([\w.+-]*\+)?json *(;.*)?$/, 'must be application/json, another media type of JSON, or null')

/** CloudEvents 1.0 in JSON, with the extensions `tenantid` and `sourceversion`. */
export const Envelope = z.object({
  specversion: described(z.literal('1.0'), 'Version of CloudEvents.'),
  id: described(z.string().min(1).max(255), 'ID of the event, chosen by the producer.'),
  source: described(Source, 'Source of the event: `/{system}/{instance}`, such as `/erp/main`.'),
  type: described(z.string().min(1).max(255), 'Type of the event.'),
  subject: described(z.string().min(1).max(255), 'Stable ID of the record in its source.'),
  time: described(TimeAsSent, 'Time of the change in the source: an RFC 3339 date-time with any offset.'),
  datacontenttype: described(
    JsonMediaType.nullish(),
    'Media type of `data`: `application/json`, or another JSON type.',
  ),
  tenantid: OrganizationKey,
  sourceversion: z
    .string()
    .regex(/^(0|[1-9]\d{0,37})$/, 'must be an integer in quotes from 0, without leading zeros, such as 42')
    .meta({
      description: 'Version of the record: an integer as a string that increases with each change, up to 38 digits.',
    }),
  data: z.unknown(),
})
export type Envelope = z.infer<typeof Envelope>

/** The event types that this version reads, by kind and action. */
export const recordTypes: ReadonlyMap<string, { kind: RecordKind; action: 'upserted' | 'deleted' }> = new Map(
  RecordKind.options.flatMap((kind) =>
    (['upserted', 'deleted'] as const).map((action) => [`tenantdata.${kind}.${action}.v1`, { kind, action }] as const),
  ),
)

/** The key of a record's event. */
export function recordKey(event: Pick<Envelope, 'tenantid' | 'source' | 'subject'>, kind: RecordKind): string {
  return `${event.tenantid}/${kind}${event.source}/${event.subject}`
}

/** Why an event is rejected. */
export const DeadReason = enumOf(
  {
    malformed: 'not JSON, not a CloudEvent, or too large',
    unknown_type: 'there is no such event type',
    invalid_data: '`data` does not fit the schema of its type, or `time` is too far in the future',
    unknown_organization: '`tenantid` is not a registered organization',
    source_not_allowed: 'the organization does not accept events from this `source`',
    key_mismatch: 'the key of the Kafka record is not that of the event',
    wrong_partition: 'an event of a publication is outside the partition of its organization',
    no_open_publication: 'the publication was not started, or has ended',
    publication_failed: 'the event made its publication fail, or reuses a snapshot ID',
    unprocessable: 'the service failed to process the event; the event itself can be correct',
  },
  { id: 'DeadReason', description: 'Why the event was rejected.' },
)
export type DeadReason = z.infer<typeof DeadReason>
