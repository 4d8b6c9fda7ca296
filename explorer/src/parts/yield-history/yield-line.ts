import type { BomYieldStep } from '@tenant-data/client'
import { formatAmount, formatCount, placesBetween, unitText } from '../../format/numbers.ts'

/** The size of the picture, in its own units. */
export const LINE_SIZE = { width: 320, height: 64 }
/** The space around the line, which holds half a mark. */
const MARGIN = 6

/** A stepped line with a mark where each step begins, and the same in words. */
export interface YieldLine {
  path: string
  marks: { x: number; y: number }[]
  /** The latest value, or that the latest snapshot has no row. */
  latest: string
  /** The lowest and the highest value. */
  range: string
  /** What the line shows, as one sentence. */
  label: string
}

/**
 * The line of the gross yield over the steps of a row, which are the newest first. Every step has the same width, and
 * the line has a gap where there is no row. Null if the values have no common unit.
 */
export function yieldLine(steps: readonly BomYieldStep[]): YieldLine | null {
  const rows = steps.toReversed().map(({ row }) => row)
  const measured = inOneUnit(rows)
  const found = measured && placesBetween(measured.values.filter((value) => value !== null))
  if (!measured || !found) return null
  const { values, unit } = measured
  const places = found.places[Symbol.iterator]()
  const width = (LINE_SIZE.width - 2 * MARGIN) / rows.length
  const marks: YieldLine['marks'] = []
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const x = rounded(MARGIN + at * width)
    const y = rounded(MARGIN + (1 - (places.next().value ?? 0)) * (LINE_SIZE.height - 2 * MARGIN))
    marks.push({ x, y })
    path += `${path === '' || values[at - 1] === null ? `M${x} ${y}` : `V${y}`}H${rounded(MARGIN + (at + 1) * width)}`
  }
  const amount = (value: string) => formatAmount(value, unit)
  const last = values.at(-1)
  const latest = last === null || last === undefined ? 'not in the BOM' : amount(last)
  const { lowest, highest } = found
  const range = lowest === highest ? amount(lowest) : `${amount(lowest)} to ${amount(highest)}`
  const listed = values.map((value) => (value === null ? 'not in the BOM' : amount(value)))
  return {
    path,
    marks,
    latest,
    range,
    label: `Gross yield in ${formatCount(rows.length, 'step')}: ${listed.join(', ')}`,
  }
}

const rounded = (length: number) => Math.round(length * 10) / 10

type Rows = BomYieldStep['row'][]

/** The gross yields in the base unit, or in their own unit if all have the same. */
function inOneUnit(rows: Rows): { values: (string | null)[]; unit: string } | null {
  const present = rows.filter((row) => row !== null)
  const base = new Set(present.map((row) => (row.grossYieldBase === null ? null : row.baseUom)))
  const own = new Set(present.map((row) => unitText(row)))
  const [uom] = base
  const [unit] = own
  if (own.size === 1 && unit) return { unit, values: rows.map((row) => row?.grossYield ?? null) }
  return base.size === 1 && uom ? { unit: uom, values: rows.map((row) => row?.grossYieldBase ?? null) } : null
}
