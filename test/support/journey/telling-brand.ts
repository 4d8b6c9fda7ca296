import { ledgerOf } from '../../../demo/bom/ledger/ledger.ts'
import { type Brand, type BrandOptions, openBrand } from '../../../demo/brand.ts'
import { doublesOf } from '../../../demo/connected/faults/doubles.ts'
import { faultsOf } from '../../../demo/connected/faults/injections.ts'
import { planOf } from '../../../demo/connected/plan.ts'
import { materialAt, materialId, materialState } from '../../../demo/graph/materials/material.ts'
import { predecessorOf, styleAt } from '../../../demo/graph/styles/style.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import type { TestBom } from '../bom/bom-model.ts'
import { expectedChanges } from '../bom/bom-oracle.ts'
import { demoBom } from '../bom/demo-boms.ts'
import type { ToldBrand } from '../docs/demo-world.ts'

/** A brand of which every recipe has something to tell, fed in seconds. */
const profile = { styles: 16, materials: 90, suppliers: 20, factories: 6, seasons: 2, snapshots: 3 }
const SEEDS = 2_000

/**
 * The first seed with a poplin that is counted differently, styles in development, a carried-over style, a restricted
 * material that is used, and a last publication with enough changes.
 */
export function tellingBrand(organization: string): ToldBrand {
  for (let seed = 1; seed < SEEDS; seed += 1) {
    const options: BrandOptions = { organization, profile, seed }
    const brand = openBrand(options)
    if (!hasManyChanges(brand) || !hasDevelopment(brand)) continue
    if (!hasCarryover(brand) || poplins(brand).length === 0 || miscounted(brand).length === 0) continue
    const boms = Array.from({ length: profile.snapshots }, (_, place) => demoBom(brand, place + 1))
    const changes = changesBetween(brand, boms, 1, profile.snapshots)
    if (!usesRestricted(brand, boms.at(-1) ?? [])) continue
    if (changes.some(({ changedFields, before }) => changedFields.includes('mpn') && before?.mpn)) {
      return { options, boms, changes }
    }
  }
  throw new Error('No seed gives a brand with something for every recipe')
}

/** The pairs that are counted differently, of materials that each system describes once. */
export function miscounted(brand: Brand) {
  const plan = planOf(brand)
  const doubled = new Set(doublesOf(plan).map(({ material }) => material))
  return [...faultsOf(plan)].flatMap(([pair, { code }]) =>
    code === 'QUANTITY_MISMATCH' && !doubled.has(pair.material) ? [pair] : [],
  )
}

/** The pairs of a poplin and a factory that are counted differently. */
export function poplins(brand: Brand) {
  return [...faultsOf(planOf(brand))].flatMap(([pair, { code }]) => {
    const { name } = materialAt(brand, pair.material).data
    return code === 'QUANTITY_MISMATCH' && name.includes('Poplin') ? [pair] : []
  })
}

/** What the oracle finds changed, looking only at the styles that the ledger of the generator names. */
export function changesBetween(brand: Brand, boms: readonly TestBom[], from: number, to: number): BomYieldChange[] {
  const numbers = Array.from({ length: to - from }, (_, place) => from + 1 + place)
  const touched = new Set(
    numbers.flatMap((number) =>
      [...ledgerOf(brand, number)].map(({ before, after }) => (before ?? after)?.styleRecordId),
    ),
  )
  const [earlier = [], later = []] = [from, to].map((number) =>
    (boms[number - 1] ?? []).filter(({ record }) => touched.has(record)),
  )
  const all = expectedChanges(brand.organization, earlier, later)
  return all.filter(({ changeType }) => changeType !== 'unchanged')
}

function hasManyChanges(brand: Brand): boolean {
  const moved = [...ledgerOf(brand, profile.snapshots)].filter(({ yieldDirection }) => {
    return yieldDirection === 'increased' || yieldDirection === 'decreased'
  })
  return moved.length >= 12
}

function hasCarryover(brand: Brand): boolean {
  return Array.from({ length: profile.styles }, (_, index) => predecessorOf(brand, index)).some((one) => one !== null)
}

function usesRestricted(brand: Brand, bom: TestBom): boolean {
  const used = new Set(bom.flatMap(({ lines }) => lines.map(({ material }) => material.record)))
  const materials = Array.from({ length: profile.materials }, (_, index) => index)
  return materials.some((index) => used.has(materialId(index)) && materialState(brand, index) === 'restricted')
}

function hasDevelopment(brand: Brand): boolean {
  return Array.from({ length: profile.styles }, (_, index) => styleAt(brand, index)).some(
    ({ state }) => state === 'development',
  )
}
