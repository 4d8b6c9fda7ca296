import { z } from 'zod'
import {
  asSent,
  CanonicalOf,
  CodeReference,
  DecimalAsSent,
  EntityReference,
  isWholeOrLocal,
  reference,
  TimeAsSent,
  UnitAsSent,
  wholeOrLocal,
} from './as-sent.ts'
import { linkEnds, linkShapes, materialShape, skuShape, styleShape, supplierShape } from './attributes.ts'
import { OrganizationKey } from './common.ts'
import { datasetData, datasetLoadData, positionData, requirementData, sourceRecordData } from './connected-data.ts'
import { lifecycleStates } from './graph.ts'

/** An event is at most this many bytes of key, value and headers. */
export const MAX_EVENT_BYTES = 900 * 1024

function endOf<T extends string>(type: T) {
  return z.object({ type: z.literal(type), ...reference }).refine(isWholeOrLocal, wholeOrLocal)
}

const common = {
  references: z.array(CodeReference).max(200).default([]),
  canonicalOf: CanonicalOf.optional(),
}

const links = linkShapes(DecimalAsSent)

function linkOf<T extends keyof typeof links, P extends z.ZodRawShape>(type: T, properties: P) {
  const [from, to] = linkEnds[type]
  return z.object({
    type: z.literal(type),
    from: endOf(from),
    to: endOf(to),
    properties: z.preprocess((value) => value ?? {}, z.object(asSent(properties))),
    canonicalOf: CanonicalOf.optional(),
  })
}

const material = asSent(materialShape(DecimalAsSent))

/** The data of each upserted record, by kind. Unknown fields are ignored. */
export const recordData = {
  style: z.object({
    ...asSent(styleShape(DecimalAsSent)),
    ...common,
    lifecycleState: z.enum(lifecycleStates.style),
  }),
  sku: z.object({
    ...asSent(skuShape()),
    ...common,
    lifecycleState: z.enum(lifecycleStates.sku),
    style: EntityReference,
  }),
  material: z.object({
    ...material,
    baseUom: UnitAsSent(material.baseUom),
    purchaseUom: UnitAsSent(material.purchaseUom),
    composition: material.composition.refine(sumsToOneHundred, 'percentages must sum to 100'),
    ...common,
    lifecycleState: z.enum(lifecycleStates.material),
  }),
  supplier: z.object({
    ...asSent(supplierShape()),
    ...common,
    lifecycleState: z.enum(lifecycleStates.supplier),
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

/** The kinds that are entities of the graph. */
export const entityKinds = ['style', 'sku', 'material', 'supplier'] as const satisfies RecordKind[]

/** The kinds that make the graph; the others say what systems know of it. */
export type GraphKind = (typeof entityKinds)[number] | 'link'

/** Percentages are summed as integers of 10^-16, so that no float decides. */
function sumsToOneHundred(composition: { percent: string }[]): boolean {
  if (composition.some(({ percent }) => percent.startsWith('-'))) return false
  const scaled = composition.map(({ percent }) => {
    const [whole = '0', fraction = ''] = percent.split('.')
    return BigInt(whole + fraction.padEnd(16, '0'))
  })
  return composition.length === 0 || scaled.reduce((sum, value) => sum + value, 0n) === 100n * 10n ** 16n
}

export const RecordKind = z.enum(Object.keys(recordData) as [keyof typeof recordData, ...(keyof typeof recordData)[]])
export type RecordKind = z.infer<typeof RecordKind>

/** Sources are `/{system}/{instance}`. */
const Source = z.string().regex(/^\/[a-z][a-z0-9_]{0,31}\/[A-Za-z0-9._-]{1,64}$/, 'must be /{system}/{instance}')

/** CloudEvents 1.0 in JSON, with the extensions `tenantid` and `sourceversion`. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(255),
  source: Source,
  type: z.string().min(1).max(255),
  subject: z.string().min(1).max(255),
  time: TimeAsSent,
  datacontenttype: z.literal('application/json').optional(),
  tenantid: OrganizationKey,
  sourceversion: z.string().regex(/^(0|[1-9]\d{0,37})$/, 'must be an integer string'),
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
])
export type DeadReason = z.infer<typeof DeadReason>
