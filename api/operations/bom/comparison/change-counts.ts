import type { BomYieldChangeSummary, ChangesOfThing } from '../../../../schemas/bom/yield-change-summary.ts'
import type { Row } from '../expand-rows.ts'
import type { RowChange } from './changes-of-style.ts'
import { compareText } from './compare-text.ts'

type Counts = Pick<BomYieldChangeSummary, 'counts' | 'touched' | 'byStyle' | 'byMaterial' | 'bySupplier'>
type Named = Pick<ChangesOfThing, 'id' | 'key' | 'label'>

/** Counts rows by what they are and by what they name. What is held grows with what is named, not with the rows. */
export class ChangeCounts {
  readonly #counts: Counts['counts'] = {
    rows: 0,
    changeType: { added: 0, removed: 0, changed: 0, unchanged: 0 },
    yieldDirection: { increased: 0, decreased: 0, equal: 0, not_comparable: 0 },
  }
  readonly #skus = new Set<string>()
  readonly #styles = new Things()
  readonly #materials = new Things()
  readonly #suppliers = new Things()

  add(change: RowChange): void {
    const { changeType, yieldDirection, row, before, after } = change
    this.#counts.rows += 1
    this.#counts.changeType[changeType] += 1
    if (yieldDirection !== null) this.#counts.yieldDirection[yieldDirection] += 1
    this.#skus.add(row.sku.skuId)
    this.#styles.add(change, after && styleOf(after), before && styleOf(before))
    this.#materials.add(change, after && materialOf(after), before && materialOf(before))
    this.#suppliers.add(change, after && supplierOf(after), before && supplierOf(before))
  }

  /** The `top` of each. */
  list(top: number): Counts {
    const [styles, materials, suppliers] = [this.#styles.size, this.#materials.size, this.#suppliers.size]
    return {
      counts: this.#counts,
      touched: { styles, skus: this.#skus.size, materials, suppliers },
      byStyle: this.#styles.most(top),
      byMaterial: this.#materials.most(top),
      bySupplier: this.#suppliers.most(top),
    }
  }
}

function styleOf({ sku: { styleId, style } }: Row): Named {
  return { id: styleId, key: style, label: style }
}

function materialOf({ group: { line } }: Row): Named {
  const { materialId, material, materialName } = line
  return { id: materialId, key: material, label: materialName === null ? material : `${material} ${materialName}` }
}

function supplierOf({ group: { line } }: Row): Named | null {
  const { supplierId, supplierCode, supplier } = line
  const key = supplierCode ?? supplier
  if (supplierId === null || key === null) return null
  return { id: supplierId, key, label: supplier === null ? key : `${supplier} (${key})` }
}

type Thing = ChangesOfThing & { isOfLater: boolean }

/** Styles, materials or suppliers, with how many rows name each. */
class Things {
  readonly #byId = new Map<string, Thing>()

  get size(): number {
    return this.#byId.size
  }

  /** Counts a row once for each that it names; each is called what the first row of the later snapshot calls it. */
  add({ yieldDirection }: RowChange, after: Named | null, before: Named | null): void {
    if (after) this.#count(after, true, yieldDirection)
    if (before && before.id !== after?.id) this.#count(before, false, yieldDirection)
  }

  #count(named: Named, isOfLater: boolean, direction: RowChange['yieldDirection']): void {
    const thing = this.#byId.get(named.id) ?? { ...named, rows: 0, increased: 0, decreased: 0, isOfLater }
    if (isOfLater && !thing.isOfLater) Object.assign(thing, named, { isOfLater })
    thing.rows += 1
    if (direction === 'increased' || direction === 'decreased') thing[direction] += 1
    this.#byId.set(named.id, thing)
  }

  most(top: number): ChangesOfThing[] {
    const inOrder = [...this.#byId.values()].sort(
      (a, b) => b.rows - a.rows || compareText(a.key, b.key) || compareText(a.id, b.id),
    )
    return inOrder.slice(0, top).map(({ isOfLater: _isOfLater, ...thing }) => thing)
  }
}
