import type { Brand } from '../brand.ts'
import { doublesOf } from './faults/doubles.ts'
import { faultsOf } from './faults/injections.ts'
import { factoryKey, type LedgerRow, materialKey, straysOf } from './faults/strays.ts'
import { planOf } from './plan.ts'

/**
 * The expected open exceptions of a brand after all of its data was applied, including its newest publication, with
 * fresh sources. The injected faults define them instead of an evaluation. STALE_SOURCE and UNKNOWN_FRESHNESS, which
 * depend only on the clock, are not included.
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
