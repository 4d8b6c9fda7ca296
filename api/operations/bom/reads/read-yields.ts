import { listStylesWithLines } from '../../../../cypher/bom/read-snapshots.ts'
import { expandRows, groupsOf, type Row, skusOf } from '../../../../domain/bom/expand-rows.ts'
import { createRowTests, type YieldFilters } from '../../../../domain/bom/row-filters.ts'
import { compareText } from '../../../../domain/text/compare-text.ts'
import { storedLine, storedStyle } from '../../../../schemas/stored/bom.ts'
import type { LongReader, Reader } from '../../../core/context.ts'
import { commonMaterials, openFilteredStyles } from './filtered-styles.ts'
import type { SelectedSnapshot } from './select-snapshot.ts'
import {
  type Location,
  type ReadNumbers,
  type StylesOfNumber,
  type StyleWithLines,
  togetherByNumber,
} from './styles-of-number.ts'

/**
 * A position in the order of a snapshot's rows: a row, or the end of a style number if the match key is AFTER_NUMBER.
 */
export interface YieldPosition {
  styleId: string
  matchKey: string
}

/** Sorts after every match key. */
const AFTER_NUMBER = '~'
/** A page ends after this number of reads, even if it is short because many styles have no matching rows. */
const MAX_READS = 8
const MAX_STYLES = 128

/**
 * The number of matching lines per style that the first read assumes if there are filters. Later reads use the actual
 * number.
 */
const LINES_A_STYLE = 16

/** A page of a snapshot's rows by (style number, SKU code, line number, match key). It reads a few styles at a time. */
export async function readYields(
  context: Reader,
  { seq, rowsPerStyle }: SelectedSnapshot,
  { after, limit, filters = {} }: { after: YieldPosition | null; limit: number; filters?: YieldFilters },
): Promise<{ rows: readonly Row[]; next: YieldPosition | null }> {
  const tests = createRowTests(filters)
  const isFiltered = areGiven(filters)
  const read = await openStyles(context, seq, filters)
  let [looked, perStyle] = [0, isFiltered ? Math.max(1, rowsPerStyle / LINES_A_STYLE) : rowsPerStyle]
  let rows: readonly Row[] = []
  let location: Location = { styleId: after?.styleId ?? null, start: '' }
  let next = after
  for (let reads = 0; reads < MAX_READS; reads++) {
    const wanted = Math.max(2 ** reads, Math.ceil((limit + 1 - rows.length) / perStyle))
    const { numbers, isEnd } = await read({ ...location, limit: Math.min(wanted, MAX_STYLES) })
    for (const styles of numbers) {
      const ofNumber = rowsOfNumber(styles).filter((row) => tests.every((test) => test(row)))
      rows = rows.concat(location.styleId === null ? ofNumber : rowsAfter(ofNumber, after))
      const { style, styleId } = styles[0].style
      location = { styleId: null, start: `${style}\u0000` }
      next = { styleId, matchKey: AFTER_NUMBER }
      looked += styles.length
    }
    if (isFiltered) perStyle = Math.max(1, rows.length / Math.max(1, looked))
    const last = rows[limit - 1]
    if (rows.length > limit && last) return { rows: rows.slice(0, limit), next: positionOf(last) }
    if (isEnd) return { rows, next: null }
  }
  return { rows, next }
}

/**
 * If broad filters match more than this number of materials, the lines of the snapshot are read in order and filtered,
 * instead of being found by their materials.
 */
const FEW_MATERIALS = 64
/** Filters that usually match rows in many styles. */
const broad: readonly string[] = ['section', 'materialType'] satisfies (keyof YieldFilters)[]

function areGiven(filters: YieldFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}

/** Reads the styles that may have matching rows, by the index with the fewest. */
async function openStyles(context: Reader, seq: number, filters: YieldFilters): Promise<ReadNumbers> {
  if (!areGiven(filters)) return createReader(context, seq)
  const isBroad = Object.entries(filters).every(([name, value]) => value === undefined || broad.includes(name))
  const materials = isBroad ? await commonMaterials(context, filters) : null
  if (materials && materials.length > FEW_MATERIALS) return createReader(context, seq)
  return openFilteredStyles(context, seq, filters)
}

/** The number of styles that a long read fetches at the same time. */
const STYLES_AT_ONCE = 8

/**
 * All matching rows of a snapshot in the order of the pages, with the rows of each style number in one list. Without
 * filters, it uses one long read.
 */
export async function* everyYield(
  context: LongReader,
  { seq }: SelectedSnapshot,
  filters: YieldFilters = {},
): AsyncGenerator<Row[]> {
  if (!areGiven(filters)) return yield* everyRow(context, seq)
  const tests = createRowTests(filters)
  const read = await openStyles(context, seq, filters)
  for (let start = ''; ; ) {
    const { numbers, isEnd } = await read({ styleId: null, start, limit: MAX_STYLES })
    for (const styles of numbers) {
      yield rowsOfNumber(styles).filter((row) => tests.every((test) => test(row)))
      start = `${styles[0].style.style}\u0000`
    }
    if (isEnd) return
  }
}

async function* everyRow(context: LongReader, seq: number): AsyncGenerator<Row[]> {
  const from = { seq, styleId: null, start: '', limit: Number.MAX_SAFE_INTEGER }
  let held: StylesOfNumber | null = null
  for await (const { style, lines } of context.stream(listStylesWithLines, from, STYLES_AT_ONCE)) {
    const read = { style: storedStyle.read(style), lines }
    if (held?.[0].style.style === read.style.style) {
      held.push(read)
      continue
    }
    if (held) yield rowsOfNumber(held)
    held = [read]
  }
  if (held) yield rowsOfNumber(held)
}

function createReader(context: Reader, seq: number): ReadNumbers {
  return async ({ limit, ...from }) => {
    for (let most = limit; ; most *= 2) {
      const found = await context.read(listStylesWithLines, { ...from, seq, limit: most })
      const styles = found.map(({ style, lines }) => ({ style: storedStyle.read(style), lines }))
      const numbers = togetherByNumber(styles)
      if (found.at(-1)?.shares) numbers.pop()
      const isEnd = found.length < most
      if (isEnd || numbers.length > 0) return { numbers, isEnd }
    }
  }
}

function rowsOfNumber(styles: readonly StyleWithLines[]): Row[] {
  const rows = styles.flatMap(({ style, lines }) =>
    expandRows(
      skusOf(style),
      lines.map((doc) => groupsOf(storedLine.read(doc))),
    ),
  )
  const bySku = Map.groupBy(rows, ({ sku }) => sku.sku)
  const inOrder = [...bySku].sort(([a], [b]) => compareText(a, b))
  return inOrder.flatMap(([, ofSku]) => ofSku.sort(byLine))
}

/**
 * Compares strings as they are, because match keys are ASCII. Two styles with the same number may have rows with the
 * same key.
 */
function byLine(a: Row, b: Row): number {
  const [{ lineNumber }, { lineNumber: other }] = [a.group.line, b.group.line]
  if (lineNumber !== other) return lineNumber - other
  if (a.matchKey !== b.matchKey) return a.matchKey < b.matchKey ? -1 : 1
  return a.sku.styleId < b.sku.styleId ? -1 : 1
}

function positionOf({ sku, matchKey }: Row): YieldPosition {
  return { styleId: sku.styleId, matchKey }
}

function rowsAfter(rows: readonly Row[], position: YieldPosition | null): readonly Row[] {
  if (position === null) return rows
  if (position.matchKey === AFTER_NUMBER) return []
  const { styleId, matchKey } = position
  const at = rows.findIndex((row) => row.matchKey === matchKey && row.sku.styleId === styleId)
  if (at < 0) throw new Error('The row of a cursor is not in its snapshot')
  return rows.slice(at + 1)
}
