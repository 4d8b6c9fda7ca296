import type { Brand } from '../brand.ts'
import { styleAt } from '../graph/styles/style.ts'
import { datasetRecords } from './datasets.ts'
import { doublesOf } from './faults/doubles.ts'
import { type Fault, faultsOf } from './faults/injections.ts'
import { straysOf } from './faults/strays.ts'
import { loadRecords } from './loads.ts'
import { type Pair, type Plan, planOf } from './plan.ts'
import { erpMaterialRecords } from './systems/erp-materials.ts'
import { facilityId, factoryRecords } from './systems/factory.ts'
import { itemOf, itemRecord, wmsRecord } from './systems/items.ts'
import { soundPositions } from './systems/position.ts'
import { endpointsOf, positionRecord } from './systems/position-record.ts'
import { requirementRecords } from './systems/requirement.ts'
import type { SystemRecord } from './systems/system-record.ts'

/** `loadsUntil` is when datasets were last loaded, in epoch milliseconds: the brand's clock unless it is given. */
export type ConnectedFeed = { readonly loadsUntil?: number | undefined }

/**
 * The connected data of a brand, one record at a time: datasets and their loads, records of factories and materials,
 * open production, and positions with the exceptions of the ledger.
 */
export function* connectedRecords(
  brand: Brand,
  { loadsUntil = brand.clock }: ConnectedFeed = {},
): Generator<SystemRecord, void> {
  const plan = planOf(brand)
  const faults = faultsOf(plan)
  yield* datasetRecords(brand)
  yield* factoryRecords(brand)
  yield* itemRecords(plan, faults)
  for (let index = 0; index < brand.profile.styles; index += 1) yield* requirementRecords(brand, styleAt(brand, index))
  for (const pair of plan.pairs) yield* pairRecords(brand, pair, faults.get(pair))
  for (const { endpoints, position } of straysOf(plan)) yield positionRecord(brand, endpoints, position)
  yield* loadRecords(brand, loadsUntil)
}

/** The positions of all systems for a pair of material and factory. Without a fault, they agree. */
export function pairRecords(brand: Brand, pair: Pair, fault?: Fault): SystemRecord<'position'>[] {
  const positions = fault === undefined ? soundPositions(brand, pair) : fault.positions(brand, pair)
  return positions.map((position) =>
    positionRecord(brand, endpointsOf(position.system, pair.material, pair.factory), position),
  )
}

/** The items of the ERP and of the warehouse. Some occur twice, and some match two materials. */
function* itemRecords(plan: Plan, faults: ReadonlyMap<Pair, Fault>): Generator<SystemRecord, void> {
  const { brand } = plan
  const doubles = doublesOf(plan).map(({ record }) => record)
  const instead = new Set(doubles.map(({ subject }) => subject))
  const blocked = blockedSites(faults)
  yield* erpMaterialRecords(plan)
  yield* doubles
  for (let material = 0; material < brand.profile.materials; material += 1) {
    yield itemRecord(brand, itemOf(brand, material, blocked.get(material)))
    const record = wmsRecord(brand, material)
    if (!instead.has(record.subject)) yield record
  }
}

/** The factories at which each material is blocked in the ERP, which then reports no stock there. */
function blockedSites(faults: ReadonlyMap<Pair, Fault>): Map<number, string[]> {
  const missing = [...faults].flatMap(([pair, { code }]) => (code === 'MISSING_IN_ERP' ? [pair] : []))
  const byMaterial = Map.groupBy(missing, ({ material }) => material)
  return new Map(
    [...byMaterial].map(([material, pairs]) => [material, pairs.map(({ factory }) => facilityId(factory))]),
  )
}
