import type { BomYieldChangeSummary, ChangesOfThing } from '../../../schemas/bom/yield-change-summary.ts'
import { compareText } from '../../text/compare-text.ts'
import type { Row } from '../expand-rows.ts'
import { type Name, nameOfMaterial, nameOfSupplier, supplierIdOf } from '../names-of-line.ts'
import type { RowChange } from './changes-of-style.ts'

type Counts = Pick<BomYieldChangeSummary, 'counts' | 'touched'> &
  Record<'byStyle' | 'byMaterial' | 'bySupplier', ChangesOfThing[]>

/**
 * Counts changed rows by type of change, and by style, material, and supplier. Memory grows with the number of these,
 * not with the number of rows.
 */
export class ChangeCounts {
  readonly #counts: Counts['counts'] = {
    rows: 0,
    changeType: { added: 0, removed: 0, changed: 0, unchanged: 0 },
    yieldDirection: { increased: 0, decreased: 0, equal: 0, not_comparable: 0 },
  }
  readonly #skus = new Set<string>()
  readonly #styles = new Things(({ sku }) => sku.styleId, nameOfStyle)
  readonly #materials = new Things(
    ({ group }) => group.line.materialId,
    ({ group }) => nameOfMaterial(group.line),
  )
  readonly #suppliers = new Things(
    ({ group }) => supplierIdOf(group.line),
    ({ group }) => nameOfSupplier(group.line),
  )

  add(change: RowChange): void {
    const { changeType, yieldDirection, row } = change
    this.#counts.rows += 1
    this.#counts.changeType[changeType] += 1
    if (yieldDirection !== null) this.#counts.yieldDirection[yieldDirection] += 1
    this.#skus.add(row.sku.skuId)
    this.#styles.add(change)
    this.#materials.add(change)
    this.#suppliers.add(change)
  }

  /**
   * Returns the counts, with the first `top` styles, materials, and suppliers.
   * @param compareStyles orders styles by their IDs; by default they are ordered by their number of rows
   */
  list(top: number, compareStyles?: (a: string, b: string) => number): Counts {
    const [styles, materials, suppliers] = [this.#styles.size, this.#materials.size, this.#suppliers.size]
    return {
      counts: this.#counts,
      touched: { styles, skus: this.#skus.size, materials, suppliers },
      byStyle: this.#styles.most(top, compareStyles),
      byMaterial: this.#materials.most(top),
      bySupplier: this.#suppliers.most(top),
    }
  }
}

function nameOfStyle({ sku: { style } }: Row): Name {
  return { key: style, label: style }
}

type Thing = ChangesOfThing & { isOfLater: boolean }

/** Styles, materials, or suppliers, each with its number of rows. */
class Things {
  readonly #byId = new Map<string, Thing>()
  readonly #idOf: (row: Row) => string | null
  readonly #nameOf: (row: Row) => Name

  constructor(idOf: (row: Row) => string | null, nameOf: (row: Row) => Name) {
    this.#idOf = idOf
    this.#nameOf = nameOf
  }

  get size(): number {
    return this.#byId.size
  }

  /**
   * Counts a row once for each ID that it has before or after the change. The name comes from the first row of the
   * later snapshot.
   */
  add({ yieldDirection, before, after }: RowChange): void {
    const later = after && this.#idOf(after)
    const earlier = before && this.#idOf(before)
    if (after && later !== null) this.#count(later, after, true, yieldDirection)
    if (before && earlier !== null && earlier !== later) this.#count(earlier, before, false, yieldDirection)
  }

  #count(id: string, row: Row, isOfLater: boolean, direction: RowChange['yieldDirection']): void {
    const thing = this.#byId.get(id) ?? this.#begin(id, row, isOfLater)
    if (isOfLater && !thing.isOfLater) Object.assign(thing, this.#nameOf(row), { isOfLater })
    thing.rows += 1
    if (direction === 'increased' || direction === 'decreased') thing[direction] += 1
  }

  #begin(id: string, row: Row, isOfLater: boolean): Thing {
    const thing = { id, ...this.#nameOf(row), rows: 0, increased: 0, decreased: 0, isOfLater }
    this.#byId.set(id, thing)
    return thing
  }

  most(top: number, compareIds?: (a: string, b: string) => number): ChangesOfThing[] {
    const compare = (a: Thing, b: Thing) => (compareIds ? compareIds(a.id, b.id) : b.rows - a.rows)
    const inOrder = [...this.#byId.values()].sort(
      (a, b) => compare(a, b) || compareText(a.key, b.key) || compareText(a.id, b.id),
    )
    return inOrder.slice(0, top).map(({ isOfLater: _isOfLater, ...thing }) => thing)
  }
}
