import { z } from 'zod'
import { asSent, CanonicalOf, CodeReference, isWholeOrLocal, reference, wholeOrLocal } from '../as-sent.ts'
import { OrganizationKey } from '../common.ts'
import { type EntityTypeOf, entityTypes, type SentEntityType, sentEntityTypes } from '../graph/entity-types.ts'
import { linkShapes, linkTypes } from '../graph/link-types.ts'
import { TimeAsSent } from '../input-times.ts'
import { asSentValues } from '../sent-values.ts'
import { datasetData, datasetLoadData, positionData, requirementData, sourceRecordData } from './connected-data.ts'

/** An event is at most this many bytes of key, value and headers. */
export const MAX_EVENT_BYTES = 900 * 1024

function endOf<T extends string>(type: T) {
  return z.object({ type: z.literal(type), ...reference }).refine(isWholeOrLocal, wholeOrLocal)
}

const common = {
  references: z.array(CodeReference).max(200).default([]),
  canonicalOf: CanonicalOf.optional(),
}

const links = linkShapes(asSentValues)

function linkOf<T extends keyof typeof links, P extends z.ZodRawShape>(type: T, properties: P) {
  const { from, to } = linkTypes[type]
  return z.object({
    type: z.literal(type),
    from: endOf(from),
    to: endOf(to),
    properties: z.preprocess((value) => value ?? {}, z.object(asSent(properties))),
    canonicalOf: CanonicalOf.optional(),
  })
}

function entityOf<T extends SentEntityType>(type: T) {
  const { sent, lifecycleStates } = entityTypes[type] as EntityTypeOf<T>
  return z.object({
    ...(sent as EntityTypeOf<T>['sent']),
    ...common,
    lifecycleState: z.enum(lifecycleStates as EntityTypeOf<T>['lifecycleStates']),
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

/** The kinds that make the graph; the others say what systems know of it. */
export type GraphKind = SentEntityType | 'link'

export const RecordKind = z.enum(Object.keys(recordData) as [keyof typeof recordData, ...(keyof typeof recordData)[]])
export type RecordKind = z.infer<typeof RecordKind>

/** Sources are `/{system}/{instance}`. */
const Source = z
  .string()
  .regex(/^\/[a-z][a-z0-9_]{0,31}\/[A-Za-z0-9._-]{1,64}$/, 'must be /{system}/{instance} such as /erp/main')

/** Its parameters, such as a charset, say nothing of JSON that is not known: it is UTF-8. */
const JsonMediaType = z
  .string()
  .max(255)
  .toLowerCase()
  .regex(/^application\/([\w.+-]*\+)?json *(;.*)?$/, 'must be application/json, another media type of JSON, or null')

/** CloudEvents 1.0 in JSON, with the extensions `tenantid` and `sourceversion`. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(255),
  source: Source,
  type: z.string().min(1).max(255),
  subject: z.string().min(1).max(255),
  time: TimeAsSent,
  datacontenttype: JsonMediaType.nullish(),
  tenantid: OrganizationKey,
  sourceversion: z
    .string()
    .regex(/^(0|[1-9]\d{0,37})$/, 'must be an integer in quotes from 0, without zeros before it, such as 42'),
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

/** Why an event is put aside. */
export const DeadReason = z.enum([
  'malformed',
  'unknown_type',
  'invalid_data',
  'unknown_organization',
  'source_not_allowed',
  'key_mismatch',
  'wrong_partition',
  'no_open_publication',
  'publication_failed',
  'unprocessable',
])
export type DeadReason = z.infer<typeof DeadReason>
