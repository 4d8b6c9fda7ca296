import type { Brand } from '../brand.ts'
import { doublesOf } from './faults/doubles.ts'
import { faultsOf } from './faults/injections.ts'
import { factoryKey, type LedgerRow, materialKey, straysOf } from './faults/strays.ts'
import { planOf } from './plan.ts'

/**
 * The ground truth of a brand's open exceptions after all of it was fed, its newest publication included, with fresh
 * sources: told by the injections themselves, not by an evaluation. What follows from the clock alone, STALE_SOURCE and
 * UNKNOWN_FRESHNESS, is not in it.
 */
export function exceptionLedger(brand: Brand): LedgerRow[] {
  const plan = planOf(brand)
  const ofPairs = [...faultsOf(plan)].map(([pair, { code, measure, severity }]): LedgerRow => {
    const [material, factory] = [materialKey(brand, pair.material), factoryKey(brand, pair.factory)]
    return { code, material, factory, measure, severity: severity(brand, pair) }
  })
  const ofStrays = straysOf(plan).flatMap(({ rows }) => rows)
  return [...ofPairs, ...ofStrays, ...doublesOf(plan).map(({ row }) => row)]
}
