import type { BomYield } from '@tenant-data/client'

/** A line of a BOM, with what each SKU takes of it. */
export interface MatrixLine {
  key: string
  /** What all rows of the line have in common stands in any of them. */
  line: BomYield
  /** By the id of the SKU; one that does not take of the line has none. */
  cells: ReadonlyMap<string, BomYield>
}

interface YieldMatrix {
  lines: MatrixLine[]
  colorways: ColorwayColumns[]
}

/** The rows of a style as lines by line number and SKUs by colorway and size. Every row is in one cell, and no two in the same. */
export function yieldMatrix(rows: readonly BomYield[]): YieldMatrix {
  const cellsOf = new Map<string, Map<string, BomYield>>()
  for (const row of rows) {
    const name = lineName(row)
    // A table without line ids may have the same line several times.
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

/** Of several styles with one number each has lines of its own. */
function lineName({ styleId, bomLineRef, lineNumber, section, placement, materialId }: BomYield): string {
  return JSON.stringify([styleId, bomLineRef ?? [lineNumber, section, placement, materialId]])
}

/** A SKU as a column of the matrix. */
interface SkuColumn {
  skuId: string
  sku: string
  sizeCode: string | null
  /** Its size, with the end of its code where its colorway has the size several times. */
  label: string
}

/** The SKUs of a colorway, by size. */
export interface ColorwayColumns {
  colorwayCode: string | null
  skus: SkuColumn[]
}

type Sku = Pick<BomYield, 'skuId' | 'sku' | 'colorwayCode' | 'sizeCode'>

/** The SKUs of rows, each once: colorways by code, their sizes in their order. */
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

/** Where codes begin to differ, at the last sign before that is neither letter nor digit: 5 of `A-32-30` and `A-32-32`. */
function commonStart(codes: readonly string[]): number {
  const [first = '', ...others] = codes
  let length = first.length
  while (!others.every((code) => code.startsWith(first.slice(0, length)))) length -= 1
  return first.slice(0, length).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1
}

const text = new Intl.Collator('en', { numeric: true })

/** Letters by how far they are from M: S is -1, XL and 1XL are 2, 3XL is 4; of `S/M` what lies between. */
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

/** The numbers of sizes that consist of them: `38`, `10.5`, `32/30`, `32x34`. */
function numbersOf(size: string): number[] | null {
  return /^\d+(?:\.\d+)?(?:[/x-]\d+(?:\.\d+)?)*$/i.test(size) ? size.split(/[/x-]/i).map(Number) : null
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, place) => number !== b[place])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? Number.NEGATIVE_INFINITY)
}

/** Orders texts with the numbers in them by their value; what has none comes last. */
function compareText(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : text.compare(a, b)
}

/** Orders sizes as people do: XS, S, M, L, XL …, then numbers by their value, then other texts, then what has no size. */
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
