import type { Brand } from '../../dev/demo/brand.ts'
import { pairRecords } from '../../dev/demo/connected/connected-records.ts'
import { doublesOf } from '../../dev/demo/connected/doubles.ts'
import { materialRecord } from '../../dev/demo/connected/erp-materials.ts'
import { faultsOf } from '../../dev/demo/connected/injections.ts'
import { planOf } from '../../dev/demo/connected/plan.ts'
import { positionRecord } from '../../dev/demo/connected/position-record.ts'
import { erpMaterialCount, straysOf } from '../../dev/demo/connected/strays.ts'
import { type SystemRecord, systemEvent } from '../../dev/demo/connected/system-record.ts'
import type { DemoEvent } from '../../dev/demo/event.ts'

/**
 * What mends every error of the demo: systems say the right thing about a pair, what should not be there is deleted, a
 * material that only the ERP had gets a number of the PLM, and records that were one too many are gone from their source.
 */
export function fixingEvents(brand: Brand): DemoEvent[] {
  const plan = planOf(brand)
  const pairs = [...faultsOf(plan).keys()].flatMap((pair) => pairRecords(brand, pair))
  const materials = Array.from({ length: erpMaterialCount(plan) }, (_, number) =>
    materialRecord(plan, number, [`MT-9${number}`]),
  )
  const known = new Set(materials.map(({ subject }) => subject))
  const strays = straysOf(plan).filter(({ ends }) => !known.has(ends.item))
  const gone = strays.map(({ ends, position }) => ({ ...positionRecord(brand, ends, position), data: null }))
  const doubles = doublesOf(plan).map(({ record, sound }) => sound ?? goneFromSource(record))
  const records: SystemRecord[] = [...pairs, ...materials, ...gone, ...doubles]
  return records.map((record) => systemEvent(brand, { ...record, changedAt: brand.clock + 60_000 }))
}

function goneFromSource(record: SystemRecord<'source_record'>): SystemRecord<'source_record'> {
  return { ...record, data: record.data && { ...record.data, deletedInSource: true } }
}
