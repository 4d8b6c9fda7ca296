import { z } from 'zod'
import { linkEnds, linkShapes, materialShape, skuShape, styleShape, supplierShape } from './attributes.ts'
import { OrganizationKey, Timestamp } from './common.ts'
import { lifecycleStates } from './graph.ts'

/** An event is at most this many bytes of key, value and headers. */
export const MAX_EVENT_BYTES = 900 * 1024

/** A decimal as a source types it: trailing zeros are allowed and dropped. */
export const DecimalAsSent = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,9})(\.\d{1,16})?$/, 'must be a decimal string without exponent')
  .transform(withoutTrailingZeros)

/** C62 is the older code of EA. */
const UnitAsSent = (unit: z.ZodType) => z.preprocess((value) => (value === 'C62' ? 'EA' : value), unit)

/** `1.50` → `1.5`, `2.0` → `2`, `-0.0` → `0`. */
export function withoutTrailingZeros(decimal: string): string {
  const trimmed = decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
  return trimmed === '-0' ? '0' : trimmed
}

type AsSent<S extends z.ZodRawShape> = { [K in keyof S]: null extends z.output<S[K]> ? z.ZodDefault<S[K]> : S[K] }

/** A shape as sources send it: what may be null may be absent, and so may lists. */
function asSent<S extends z.ZodRawShape>(shape: S): AsSent<S> {
  const fields = Object.entries(shape).map(([name, field]) => {
    if (field instanceof z.ZodType && field.safeParse(null).success) return [name, field.default(null)]
    if (field instanceof z.ZodArray) return [name, field.default([])]
    return [name, field]
  })
  return Object.fromEntries(fields) as AsSent<S>
}

const System = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/)
const Instance = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/)
const RecordId = z.string().min(1).max(255)

/** The record that an identity was first made of, after a move to another system. */
const CanonicalOf = z.object({ system: System, instance: Instance, recordId: RecordId })
export type CanonicalOf = z.infer<typeof CanonicalOf>

const reference = {
  system: System.optional(),
  instance: Instance.optional(),
  recordId: RecordId,
  canonicalOf: CanonicalOf.optional(),
}

function isWholeOrLocal(of: { system?: string | undefined; instance?: string | undefined }): boolean {
  return (of.system === undefined) === (of.instance === undefined)
}

const wholeOrLocal = { message: 'system and instance are given together or not at all' }

/** A reference to an entity; system and instance are those of the event unless given. */
export const EntityReference = z.object(reference).refine(isWholeOrLocal, wholeOrLocal)
export type EntityReference = z.infer<typeof EntityReference>

function endOf<T extends string>(type: T) {
  return z.object({ type: z.literal(type), ...reference }).refine(isWholeOrLocal, wholeOrLocal)
}

/** A code that a record carries. */
export const CodeReference = z.object({
  system: System,
  instance: Instance,
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  value: z.string().min(1).max(255),
})
export type CodeReference = z.infer<typeof CodeReference>

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
}

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

/** RFC 3339 with any offset and precision; read as UTC with milliseconds. */
const Time = z.iso
  .datetime({ offset: true })
  .refine((time) => !Number.isNaN(Date.parse(time)), 'is not a time')
  .transform((time) => new Date(time).toISOString())
  .pipe(Timestamp)

/** CloudEvents 1.0 in JSON, with the extensions `tenantid` and `sourceversion`. */
export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(255),
  source: Source,
  type: z.string().min(1).max(255),
  subject: z.string().min(1).max(255),
  time: Time,
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
