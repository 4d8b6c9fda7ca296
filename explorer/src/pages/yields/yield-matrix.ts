import type { BomYield } from '@tenant-data/client'

/** A BOM line, with the yield of each SKU. */
export interface MatrixLine {
  key: string
  /** Any row of the line. The fields of the line are the same in all of its rows. */
  line: BomYield
  /** Yields by SKU ID. A SKU that does not use the line has none. */
  cells: ReadonlyMap<string, BomYield>
}

interface YieldMatrix {
  lines: MatrixLine[]
  colorways: ColorwayColumns[]
}

/** The rows of a style as lines by line number and SKUs by colorway and size. Each row is in a cell of its own. */
export function yieldMatrix(rows: readonly BomYield[]): YieldMatrix {
  const cellsOf = new Map<string, Map<string, BomYield>>()
  for (const row of rows) {
    const name = lineName(row)
    // In a BOM without line IDs, the same line can occur several times.
    for (let place = 1; ; place += 1) {
      const key = `${name} ${place}`
      const cells = cellsOf.get(key) ?? new Map<string, BomYield>()
      if (cells.has(row.skuId)) continue
      cellsOf.set(key, cells.set(row.skuId, row))
      break
    }
  }
  const lines = [...cellsOf].flatMap(([key, cells]) => {
    const [line] = cells.values()
    return line === undefined ? [] : [{ key, line, cells }]
  })
  return { lines: lines.toSorted((a, b) => a.line.lineNumber - b.line.lineNumber), colorways: skuColumns(rows) }
}

/** Lines of different styles with the same number are different lines. */
function lineName({ styleId, bomLineRef, lineNumber, section, placement, materialId }: BomYield): string {
  return JSON.stringify([styleId, bomLineRef ?? [lineNumber, section, placement, materialId]])
}

/** A SKU as a column of the matrix. */
interface SkuColumn {
  skuId: string
  sku: string
  sizeCode: string | null
  /** The size, and the end of the SKU code if the colorway has the size several times. */
  label: string
}

/** The SKUs of a colorway, ordered by size. */
export interface ColorwayColumns {
  colorwayCode: string | null
  skus: SkuColumn[]
}

type Sku = Pick<BomYield, 'skuId' | 'sku' | 'colorwayCode' | 'sizeCode'>

/** The SKUs of rows, each once: colorways by code, and their sizes in order. */
export function skuColumns(rows: readonly Sku[]): ColorwayColumns[] {
  const skus = [...new Map(rows.map((row) => [row.skuId, row])).values()]
  const byColorway = [...Map.groupBy(skus, ({ colorwayCode }) => colorwayCode)]
  return byColorway
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([colorwayCode, ofColorway]) => ({ colorwayCode, skus: labelled(ofColorway) }))
}

function labelled(skus: readonly Sku[]): SkuColumn[] {
  const bySize = [...Map.groupBy(skus, ({ sizeCode }) => sizeCode)].toSorted(([a], [b]) => compareSizes(a, b))
  return bySize.flatMap(([sizeCode, ofSize]) => {
    const start = commonStart(ofSize.map(({ sku }) => sku))
    const ends = ofSize.map(({ skuId, sku }) => ({ skuId, sku, sizeCode, end: sku.slice(start) }))
    return ends
      .toSorted((a, b) => compareSizes(a.end, b.end))
      .map(({ end, ...column }) => ({
        ...column,
        label: labelOf(sizeCode, column.sku, ofSize.length > 1 ? end : null),
      }))
  })
}

function labelOf(sizeCode: string | null, sku: string, end: string | null): string {
  if (sizeCode === null) return sku
  return end === null ? sizeCode : `${sizeCode} · ${end}`
}

/** The length of the common prefix up to the last separator: 5 for `A-32-30` and `A-32-32`. */
function commonStart(codes: readonly string[]): number {
  const [first = '', ...others] = codes
  let length = first.length
  while (!others.every((code) => code.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1
}

const text = new Intl.Collator('en', { numeric: true })

/** The rank of a letter size relative to M: S is -1, XL and 1XL are 2, 3XL is 4. `S/M` is between its two sizes. */
function letterRank(size: string): number | null {
  const parts = size.toUpperCase().split(/[/-]/)
  const ranks = parts.map((part) => {
    if (part === 'M') return 0
    const { count, marks, end } = /^(?<count>\d{0,2})(?<marks>X*)(?<end>[SL])$/.exec(part)?.groups ?? {}
    if (marks === undefined || (count !== '' && marks !== 'X')) return null
    const distance = 1 + (count === '' ? marks.length : Number(count))
    return end === 'S' ? -distance : distance
  })
  const known = ranks.filter((rank) => rank !== null)
  return known.length < ranks.length ? null : known.reduce((sum, rank) => sum + rank, 0) / known.length
}

/** The numbers of a numeric size: `38`, `10.5`, `32/30`, `32x34`. Null for other sizes. */
function numbersOf(size: string): number[] | null {
  return /^\d+(?:\.\d+)?(?:[/x-]\d+(?:\.\d+)?)*$/i.test(size) ? size.split(/[/x-]/i).map(Number) : null
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, place) => number !== b[place])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? Number.NEGATIVE_INFINITY)
}

/** Compares texts, with numbers in them by their value. Null is last. */
function compareText(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : text.compare(a, b)
}

/** Compares sizes: XS, S, M, L, XL …, then numbers by their value, then other texts, then null. */
export function compareSizes(a: string | null, b: string | null): number {
  if (a === null || b === null) return compareText(a, b)
  const [letterA, letterB] = [letterRank(a), letterRank(b)]
  if (letterA !== null && letterB !== null) return letterA - letterB || text.compare(a, b)
  if (letterA !== null || letterB !== null) return letterA === null ? 1 : -1
  const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)]
  if (numbersA !== null && numbersB !== null) return compareNumbers(numbersA, numbersB) || text.compare(a, b)
  if (numbersA !== null || numbersB !== null) return numbersA === null ? 1 : -1
  return text.compare(a, b)
}
