import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type { StoredLine } from '../../schemas/stored/bom.ts'
import { amountsOfGroup, groupsOf } from '../bom/expand-rows.ts'
import { type Name, nameOfMaterial } from '../bom/names-of-line.ts'
import { add, exactDecimal, multiply, type Quantity, ratio } from '../quantities/quantity.ts'
import { baseUnitOf, convert } from '../quantities/units.ts'
import { compareText } from '../text/compare-text.ts'
import type { WantedPieces } from './resolve-items.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/** The gross quantity of a material in one dimension that the requested pieces need. */
export interface GrossOfMaterial {
  materialId: string
  name: Name
  /** The base unit of the material if all lines have the same one, otherwise that of the dimension. See `unitOf`. */
  uom: Unit
  /** The quantity in `uom`. */
  total: Quantity
  /** The quantity in `uom` by index of the requested item. */
  byItem: ReadonlyMap<number, Quantity>
}

interface Sum {
  materialId: string
  name: Name
  dimension: Unit
  baseUoms: Set<Unit | null>
  units: Set<Unit>
  byItem: Map<number, Quantity>
}

/**
 * Sums the gross yields of the requested pieces by material. Amounts of one material that do not convert into each
 * other have separate sums.
 */
export class GrossByMaterial {
  readonly #sums = new Map<string, Sum>()

  /** Adds a line. @param wanted requested pieces of the line's style, by SKU */
  addLine(line: StoredLine, wanted: ReadonlyMap<string, readonly WantedPieces[]>): void {
    let sum: Sum | undefined
    for (const { group, skuIds } of groupsOf(line)) {
      const pieces = piecesByItem(skuIds, wanted)
      if (pieces.size === 0) continue
      const { gross } = amountsOfGroup(group).perGarment
      const inDimension = convert(gross, line.uom, baseUnitOf(line.uom)) ?? gross
      sum ??= this.#sumOf(line)
      const { byItem } = sum
      for (const [item, count] of pieces) {
        const amount = multiply(inDimension, ratio(BigInt(count)))
        const known = byItem.get(item)
        byItem.set(item, known ? add(known, amount) : amount)
      }
    }
  }

  #sumOf(line: StoredLine): Sum {
    const { materialId, uom, baseUom } = line
    const dimension = baseUnitOf(uom)
    const key = `${materialId} ${dimension}`
    const name = nameOfMaterial(line)
    const made = { materialId, name, dimension, baseUoms: new Set<Unit | null>(), units: new Set<Unit>() }
    const sum = this.#sums.get(key) ?? { ...made, byItem: new Map<number, Quantity>() }
    this.#sums.set(key, sum)
    sum.baseUoms.add(baseUom)
    sum.units.add(uom)
    // The first name in byte order is shown, because lines may have different names for one material.
    if (compareText(name.key, sum.name.key) < 0 || compareText(name.label, sum.name.label) < 0) sum.name = name
    return sum
  }

  /** Returns the sums by material number, ID, and unit. */
  list(): GrossOfMaterial[] {
    return [...this.#sums.values()].map(grossOf).sort(byMaterial)
  }
}

function piecesByItem(
  skuIds: readonly string[],
  wanted: ReadonlyMap<string, readonly WantedPieces[]>,
): Map<number, number> {
  const byItem = new Map<number, number>()
  for (const skuId of skuIds) {
    for (const { item, pieces } of wanted.get(skuId) ?? NONE) byItem.set(item, (byItem.get(item) ?? 0) + pieces)
  }
  return byItem
}

const NONE: readonly WantedPieces[] = []

function grossOf({ materialId, name, dimension, baseUoms, units, byItem }: Sum): GrossOfMaterial {
  const [baseUom = null, ...others] = baseUoms
  const isCommon = others.length === 0 && baseUom !== null && baseUnitOf(baseUom) === dimension
  const total = [...byItem.values()].reduce(add, ratio(0n))
  const amounts = [total, ...byItem.values()]
  const uom = unitOf(amounts, dimension, [isCommon ? baseUom : dimension, dimension, ...[...units].sort()])
  const inUnit = (amount: Quantity) => convert(amount, dimension, uom) ?? amount
  const ofItems = new Map([...byItem].map(([item, amount]) => [item, inUnit(amount)]))
  return { materialId, name, uom, total: inUnit(total), byItem: ofItems }
}

/**
 * Returns the first unit in which all amounts have an exact decimal, otherwise the first unit. Meters, for example,
 * rarely have one in yards.
 * @param amounts in the base unit of the dimension
 */
function unitOf(amounts: readonly Quantity[], dimension: Unit, units: readonly [Unit, ...Unit[]]): Unit {
  const isExact = (unit: Unit) =>
    amounts.every((amount) => {
      const converted = convert(amount, dimension, unit)
      return converted !== null && exactDecimal(converted) !== null
    })
  return units.find(isExact) ?? units[0]
}

function byMaterial(a: GrossOfMaterial, b: GrossOfMaterial): number {
  return compareText(a.name.key, b.name.key) || compareText(a.materialId, b.materialId) || compareText(a.uom, b.uom)
}
