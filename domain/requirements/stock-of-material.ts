import type { z } from 'zod'
import type { UnitOfMeasure } from '../../schemas/common.ts'
import type { MaterialFactoryPosition } from '../../schemas/materials/positions.ts'
import { rankOf } from '../materials/field-authority.ts'
import { add, type Quantity, quantity } from '../quantities/quantity.ts'
import { baseUnitOf, convert } from '../quantities/units.ts'
import { compareText } from '../text/compare-text.ts'

type Unit = z.infer<typeof UnitOfMeasure>
export type StockPosition = Omit<MaterialFactoryPosition, 'freshness'>

const stockMeasures = ['onHand', 'available', 'onOrder'] as const
type StockMeasure = (typeof stockMeasures)[number]

/** Stock of a material in one unit. A measure is null if no position contains it. */
export type Stock = Record<StockMeasure, Quantity | null>

export interface StockOfMaterial {
  stock: Stock
  /** The datasets of the positions that count. Null is the dataset of positions that state none. */
  datasetIds: ReadonlySet<string | null>
  /** Number of positions that do not convert to the unit. */
  unconverted: number
}

/**
 * Sums the positions of a material at factories, converted to one unit. For each measure, one position of each factory
 * counts. Of the positions that contain the measure, it is that of the system that is the source of truth, otherwise
 * the newest one.
 */
export function stockOfMaterial(positions: readonly StockPosition[], uom: Unit): StockOfMaterial {
  const fitting = positions.filter((position) => baseUnitOf(position.uom) === baseUnitOf(uom))
  const factories = [...Map.groupBy(fitting, ({ factory }) => factory.id ?? factory.code).values()].map(newestOfSystems)
  const datasetIds = new Set<string | null>()
  const statedOf = (measure: StockMeasure) =>
    factories.map((own) => {
      const position = sourceOf(own, measure)
      if (position) datasetIds.add(position.source.datasetId)
      const amount = position?.[measure] ?? null
      return position && amount !== null ? convert(quantity(amount), position.uom, uom) : null
    })
  const stock = Object.fromEntries(stockMeasures.map((measure) => [measure, sumOf(statedOf(measure))])) as Stock
  return { stock, datasetIds, unconverted: positions.length - fitting.length }
}

/**
 * Returns the newest position of each system, sorted by time, the newest first. Of equally old ones, the first by ID
 * counts.
 */
function newestOfSystems(positions: readonly StockPosition[]): StockPosition[] {
  const inOrder = positions.toSorted((a, b) => compareText(b.asOf, a.asOf) || compareText(a.positionId, b.positionId))
  return [...Map.groupBy(inOrder, ({ system }) => system).values()].flatMap(([first]) => first ?? [])
}

/** Returns the position whose measure counts. Positions are sorted by time, the newest first. */
function sourceOf(positions: readonly StockPosition[], measure: StockMeasure): StockPosition | undefined {
  const stated = positions.filter((position) => position[measure] !== null)
  return stated.toSorted((a, b) => rankOf(measure, a.system) - rankOf(measure, b.system))[0]
}

function sumOf(amounts: readonly (Quantity | null)[]): Quantity | null {
  return amounts.reduce((sum, amount) => (sum && amount ? add(sum, amount) : (sum ?? amount)), null)
}
