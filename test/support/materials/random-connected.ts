import fc from 'fast-check'
import type { SourceEvent } from '../events/source-event.ts'

const system = fc.constantFrom('erp', 'wms')
const number = fc.integer({ min: 1, max: 2 }).map(String)
const time = fc.integer({ min: 0, max: 5 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString())
const datasetId = fc.constantFrom('erp.item_master', 'wms.stock', null)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const code = fc.record({
  system: optional(system),
  kind: fc.constantFrom('item', 'facility_id'),
  value: fc.constantFrom('A', 'b/c'),
})
const record = fc.oneof(
  fc.record({ recordId: number }),
  fc.record({ system, instance: fc.constant('main'), recordId: number }),
)
const entity = fc.oneof(
  record,
  fc.record({
    recordId: number,
    canonicalOf: fc.record({ system, instance: fc.constant('old'), recordId: number }),
  }),
)
const either = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(arbitrary, code)

const kinds = {
  source_record: {
    subject: fc.tuple(fc.constantFrom('item_master', 'site'), number).map((parts) => parts.join(':')),
    data: fc.record({
      kind: fc.constantFrom('material', 'factory'),
      datasetId,
      deletedInSource: fc.boolean(),
      references: fc.array(code, { maxLength: 3 }),
      fields: fc.array(
        fc.record({ name: fc.constant('name'), sourceField: fc.constant('NAME'), value: fc.constantFrom('x', '1') }),
        { maxLength: 1 },
      ),
    }),
  },
  position: {
    subject: number,
    data: fc.record({
      material: either(entity),
      factory: either(record),
      datasetId,
      asOf: time,
      uom: fc.constant('MTR'),
      onHand: fc.constantFrom('1.50', null),
    }),
  },
  requirement: {
    subject: number,
    data: fc.record({ style: either(entity), factory: either(record), units: fc.nat({ max: 9 }) }),
  },
  dataset: {
    subject: fc.constantFrom('erp.item_master', 'wms.stock'),
    data: fc.record({
      name: fc.constantFrom('Items', 'Stock'),
      sourceSystem: system,
      instance: fc.constant('main'),
      loadMode: fc.constant('event'),
      lifecycle: fc.constantFrom('active', 'paused'),
    }),
  },
  dataset_load: {
    subject: number,
    data: fc.record({
      datasetId: fc.constantFrom('erp.item_master', 'wms.stock'),
      status: fc.constantFrom('started', 'succeeded'),
      startedAt: time,
    }),
  },
}

function eventOf(kind: keyof typeof kinds): fc.Arbitrary<SourceEvent> {
  const { subject, data } = kinds[kind]
  const some = fc.option<Record<string, unknown>>(data, { freq: 4 })
  const version = fc.integer({ min: 1, max: 9 })
  const event = fc.record({ kind: fc.constant(kind), system, recordId: subject, version, time, data: some })
  return event.map((one) =>
    kind === 'dataset' && one.data ? { ...one, data: { ...one.data, datasetId: one.recordId } } : one,
  )
}

/** Random events about few records, so that they affect each other, with deletions, old versions, shared datasets. */
export const someConnectedLog = fc.array(fc.oneof(...(Object.keys(kinds) as (keyof typeof kinds)[]).map(eventOf)), {
  minLength: 10,
  maxLength: 50,
  size: 'max',
})

const claimed = fc.record({
  system,
  instance: fc.constant('main'),
  kind: fc.constantFrom('item', 'facility_id'),
  value: fc.constantFrom('A', 'b/c'),
})

/** Random events of materials and suppliers with codes that connected data names. */
const owner = fc
  .record({
    kind: fc.constantFrom('material' as const, 'supplier' as const),
    recordId: number,
    version: fc.integer({ min: 1, max: 9 }),
    references: fc.array(claimed, { maxLength: 3 }),
    isGone: fc.boolean(),
  })
  .map(({ kind, recordId, version, references, isGone }): SourceEvent => {
    const own =
      kind === 'material' ? { materialNumber: `MT-${recordId}`, baseUom: 'MTR' } : { supplierCode: `SUP-${recordId}` }
    const data = { ...own, name: `of version ${version}`, lifecycleState: 'approved', references }
    const time = new Date(Date.UTC(2026, 0, version)).toISOString()
    return { kind, system: 'erp', recordId, version, time, data: isGone && version > 5 ? null : data }
  })

/** Random events of connected data, materials, and suppliers. */
export const someLogOfAll = fc
  .tuple(someConnectedLog, fc.array(owner, { minLength: 5, maxLength: 14, size: 'max' }))
  .chain(([connected, owners]) => {
    const all = [...connected, ...owners]
    return fc.shuffledSubarray(all, { minLength: all.length })
  })
