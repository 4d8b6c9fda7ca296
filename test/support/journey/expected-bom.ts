import { publicationAt } from '../../../demo/bom/publication.ts'
import type { BomYieldChange, BomYieldRow } from '../../../schemas/bom/yields.ts'
import type { Unit } from '../bom/bom-model.ts'
import { factors } from '../bom/bom-oracle.ts'
import { decimalOf, plus, rational, ratioOf, times } from '../bom/bom-ratios.ts'
import type { JourneyWorld } from './journey.ts'

/** The day of a publication, as callers give it. */
export const dayOf = ({ brand }: JourneyWorld, number: number) =>
  new Date(publicationAt(brand, number).completedAt).toISOString().slice(0, 10)

/** The changes of the last publication with the largest percentages, whatever their sign, as key and percentage. */
export function largestOf({ lastChanges }: JourneyWorld, top: number): string[] {
  const sizeOf = ({ delta }: BomYieldChange) => Math.abs(Number(delta?.grossPercent))
  return lastChanges
    .filter(({ delta }) => typeof delta?.grossPercent === 'string')
    .sort((one, other) => sizeOf(other) - sizeOf(one) || (one.matchKey < other.matchKey ? -1 : 1))
    .slice(0, top)
    .map(({ matchKey, delta }) => `${matchKey} ${delta?.grossPercent}`)
}

/** How many there are of each, without those of which there are none. */
export function countsOf(given: Readonly<Record<string, number>> | readonly (string | null)[]): Record<string, number> {
  const counts = new Map<string, number>()
  const entries = Array.isArray(given)
    ? given.flatMap((name) => (name === null ? [] : [[name, 1]]))
    : Object.entries(given)
  for (const [name, count] of entries) counts.set(name, (counts.get(name) ?? 0) + count)
  return Object.fromEntries([...counts].filter(([, count]) => count > 0))
}

/** The code of the supplier of most rows of more than one style. */
export function busiestSupplier({ rows }: JourneyWorld): string {
  const suppliers = Map.groupBy(rows, ({ supplierCode }) => supplierCode ?? '')
  suppliers.delete('')
  const [busiest] = [...suppliers].sort(([, one], [, other]) => rankedStyles(other).length - rankedStyles(one).length)
  return busiest?.[0] ?? ''
}

/** Styles by how many of their lines are among these rows, those of most first, then by number. */
export function rankedStyles(rows: readonly Pick<BomYieldRow, 'style' | 'lineNumber'>[]): [string, number][] {
  const styles = Map.groupBy(rows, ({ style }) => style)
  const counted = [...styles].map(([style, own]): [string, number] => {
    return [style, new Set(own.map(({ lineNumber }) => lineNumber)).size]
  })
  return counted.sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
}

/** What pieces of a SKU need by some of its rows, in base units; null where a row has no exact decimal there. */
export function grossOfPieces(
  rows: readonly Pick<BomYieldRow, 'grossYield' | 'yieldPerUnits' | 'uom' | 'baseUom'>[],
  pieces: number,
) {
  const amounts = rows.map(({ grossYield, yieldPerUnits, uom, baseUom }) => {
    const [from, to] = [factors[uom as Unit].factor, factors[(baseUom ?? uom) as Unit].factor]
    const perGarment = times(ratioOf(grossYield), rational(BigInt(pieces), BigInt(yieldPerUnits)))
    return times(times(perGarment, from), rational(to.denominator, to.numerator))
  })
  return decimalOf(amounts.reduce(plus, rational(0n)))
}
