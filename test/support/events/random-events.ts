import fc from 'fast-check'
import type { SourceEvent } from './source-event.ts'

/** The maximum number of records of each kind and system. */
const RECORDS = 3

const system = fc.constantFrom('plm', 'erp')
const recordId = fc.integer({ min: 1, max: RECORDS }).map(String)
const time = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString())
const identity = fc.record({ system, instance: fc.constant('main'), recordId })
const word = fc.constantFrom('Poplin', 'Tessaro', 'Œuvre', '120', 'ﷺ')
const code = fc.record({
  system,
  instance: fc.constant('main'),
  kind: fc.constantFrom('item', 'gtin'),
  value: fc.constantFrom('A', 'B', 'a/b'),
})

const common = {
  references: fc.array(code, { maxLength: 3 }),
  canonicalOf: fc.option(identity, { nil: undefined, freq: 2 }),
}
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const reference = fc.oneof(fc.record({ recordId }), identity, fc.record({ recordId, canonicalOf: identity }))

const data = {
  style: fc.record({
    ...common,
    styleNumber: word,
    name: word,
    lifecycleState: fc.constantFrom('concept', 'adopted'),
    season: optional(fc.constant('SS27')),
    sizes: optional(fc.constant(['S', 'M'])),
    targetCost: optional(fc.constant({ amount: '12.5', currency: 'EUR' })),
  }),
  sku: fc.record({
    ...common,
    skuCode: word,
    styleNumber: optional(word),
    colorwayCode: optional(fc.constant('NVY')),
    sizeIndex: optional(fc.nat({ max: 3 })),
    lifecycleState: fc.constantFrom('planned', 'active'),
    style: reference,
  }),
  material: fc.record({
    ...common,
    materialNumber: word,
    name: word,
    lifecycleState: fc.constantFrom('submitted', 'approved'),
  }),
  supplier: fc.record({
    ...common,
    supplierCode: word,
    name: word,
    lifecycleState: fc.constantFrom('approved', 'suspended'),
    tier: optional(fc.integer({ min: 1, max: 4 })),
  }),
  link: fc.oneof(
    linkOf('SUPPLIED_BY', 'material', 'supplier', {
      mpn: fc.constantFrom('HV-1', null),
      isNominated: fc.boolean(),
      price: fc.constant(null),
      priceUom: fc.constantFrom('KGM', null),
      moq: fc.constantFrom('12.5', null),
      leadTimeDays: fc.nat({ max: 9 }),
      approvalState: fc.constant(null),
    }),
    linkOf('SUBSTITUTE_FOR', 'material', 'material', {
      reason: fc.constantFrom('price', null),
      approvedAt: fc.constant(null),
    }),
  ),
}

function linkOf(type: string, from: string, to: string, properties: Record<string, fc.Arbitrary<unknown>>) {
  const end = (entityType: string) => reference.map((given) => ({ type: entityType, ...given }))
  const { canonicalOf } = common
  return fc.record({
    type: fc.constant(type),
    from: end(from),
    to: end(to),
    canonicalOf,
    properties: fc.record(properties),
  })
}

/** Whether the decoder accepts an event; it rejects a material that substitutes itself. */
function isAccepted({ kind, system: own, data: sent }: SourceEvent): boolean {
  if (kind !== 'link' || sent?.type !== 'SUBSTITUTE_FOR') return true
  const [from, to] = [sent.from, sent.to].map((end) => {
    const given = end as { system?: string; recordId: string; canonicalOf?: { system: string; recordId: string } }
    const named = given.canonicalOf ?? given
    return `${named.system ?? own}/${named.recordId}`
  })
  return from !== to
}

function eventOf<Kind extends keyof typeof data>(kind: Kind): fc.Arbitrary<SourceEvent> {
  const event = fc.record({
    kind: fc.constant(kind),
    system,
    recordId,
    time,
    version: fc.integer({ min: 1, max: 9 }),
    data: fc.option<Record<string, unknown>>(data[kind], { freq: 4 }),
  })
  return event.filter(isAccepted)
}

/**
 * Random events about few records, so that they affect each other: upserts, deletions, equal and older versions,
 * several records of one entity, moves between entities, links before their ends, SKUs that change their style, shared
 * codes.
 */
export const someEvent: fc.Arbitrary<SourceEvent> = fc.oneof(
  ...(['style', 'sku', 'material', 'supplier', 'link'] as const).map(eventOf),
)

export const someLog = fc.array(someEvent, { minLength: 10, maxLength: 60, size: 'max' })

/** Random sizes of the batches of a log. */
export const someCuts = fc.array(fc.noBias(fc.integer({ min: 1, max: 20 })), { minLength: 60, maxLength: 60 })

/** A long log of such events, the same for the same seed, repeated for `times` groups of records. */
export function longLog(length: number, seed: number, times = Math.ceil(length / 100)): SourceEvent[] {
  const events = fc.sample(fc.tuple(someEvent, fc.nat({ max: times - 1 })), { numRuns: length, seed })
  return events.map(([event, group]) => inGroup(event, group) as SourceEvent)
}

/** The event with a prefix for every record ID in it. */
function inGroup(value: unknown, group: number): unknown {
  if (Array.isArray(value)) return value.map((item) => inGroup(item, group))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    name === 'recordId' ? `${group}-${field}` : inGroup(field, group),
  ])
  return Object.fromEntries(fields)
}
