import type { Brand } from '../../../demo/brand.ts'
import { pairRecords } from '../../../demo/connected/connected-records.ts'
import { doublesOf } from '../../../demo/connected/faults/doubles.ts'
import { faultsOf } from '../../../demo/connected/faults/injections.ts'
import { erpMaterialCount, straysOf } from '../../../demo/connected/faults/strays.ts'
import { planOf } from '../../../demo/connected/plan.ts'
import { materialRecord } from '../../../demo/connected/systems/erp-materials.ts'
import { positionRecord } from '../../../demo/connected/systems/position-record.ts'
import { type SystemRecord, systemEvent } from '../../../demo/connected/systems/system-record.ts'
import type { DemoEvent } from '../../../demo/event.ts'

/**
 * Events that fix every error of the demo: systems send correct values for pairs, orphan positions are deleted, a
 * material that only the ERP had gets a PLM record, and duplicate records are deleted in their source.
 */
export function fixingEvents(brand: Brand): DemoEvent[] {
  const plan = planOf(brand)
  const pairs = [...faultsOf(plan).keys()].flatMap((pair) => pairRecords(brand, pair))
  const materials = Array.from({ length: erpMaterialCount(plan) }, (_, number) =>
    materialRecord(plan, number, [`MT-9${number}`]),
  )
  const known = new Set(materials.map(({ subject }) => subject))
  const strays = straysOf(plan).filter(({ endpoints }) => !known.has(endpoints.item))
  const gone = strays.map(({ endpoints, position }) => ({ ...positionRecord(brand, endpoints, position), data: null }))
  const doubles = doublesOf(plan).map(({ record, sound }) => sound ?? goneFromSource(record))
  const records: SystemRecord[] = [...pairs, ...materials, ...gone, ...doubles]
  return records.map((record) => systemEvent(brand, { ...record, changedAt: brand.clock + 60_000 }))
}

function goneFromSource(record: SystemRecord<'source_record'>): SystemRecord<'source_record'> {
  return { ...record, data: record.data && { ...record.data, deletedInSource: true } }
}
