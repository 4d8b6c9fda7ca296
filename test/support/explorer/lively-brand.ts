import { type BrandOptions, openBrand } from '../../../demo/brand.ts'
import { expectedChanges } from '../bom/bom-oracle.ts'
import { demoBom } from '../bom/demo-boms.ts'
import type { ToldBrand } from '../docs/demo-world.ts'

/** The number of an MPN in the links of PLM. That of a successor, which only BOMs have, has more digits. */
const LINKED = /-\d{1,5}$/

/**
 * The brand of the first seed with a changed yield between the last two publications, which the overview compares, also
 * of a row with an MPN that is in the graph, and with a row that the last one no longer has.
 */
export function livelyBrand(organization: string): ToldBrand {
  for (let seed = 1; seed < 200; seed += 1) {
    const options: BrandOptions = { organization, profile: 'smoke', seed }
    const brand = openBrand(options)
    const boms = Array.from({ length: brand.profile.snapshots }, (_, place) => demoBom(brand, place + 1))
    const [first, before, last] = [boms[0], boms.at(-2), boms.at(-1)]
    if (!first || !before || !last) break
    const changed = expectedChanges(organization, before, last).filter(({ changeType }) => changeType !== 'unchanged')
    const moved = changed.filter(({ delta }) => delta !== null && delta.grossPercent !== null)
    if (moved.length === 0) continue
    if (!changed.some(({ changeType, after }) => changeType === 'changed' && LINKED.test(after?.mpn ?? ''))) continue
    const changes = expectedChanges(organization, first, last).filter(({ changeType }) => changeType !== 'unchanged')
    if (changes.some(({ changeType }) => changeType === 'removed')) return { options, boms, changes }
  }
  throw new Error('No seed gives a brand whose last publication changed much')
}
