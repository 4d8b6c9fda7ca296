import type { CalculateMaterialRequirementsInput } from '@tenant-data/client'
import type { RequirementsSearch } from './requirements-search.ts'

type Item = CalculateMaterialRequirementsInput['items'][number]

/** An order that was read: its items, each with its line from 1, and the lines that are not items. */
interface Order {
  items: { line: number; item: Item }[]
  faults: { line: number; detail: string }[]
}

const PIECES = /^(?:\d{1,9}|\d{1,3}(?:[,\u202f']\d{3})+)$/
const SIZE = /^(?<size>.+?)[=:](?<pieces>[^=:]*)$/

/**
 * Reads an order that was typed, or pasted from a spreadsheet: on each line a SKU and its pieces (`QM27-0113-YLW-L 300`),
 * or a style, its colorway if it has several, and pieces by size (`QM27-0113 YLW M=300 L=200`). Cells are separated by
 * tabs, semicolons, or spaces.
 */
export function readOrder(text: string): Order {
  const order: Order = { items: [], faults: [] }
  for (const [at, given] of text.split(/\r?\n/).entries()) {
    if (given.trim() === '') continue
    const item = readLine(cellsOf(given))
    const line = at + 1
    if (typeof item === 'string') order.faults.push({ line, detail: item })
    else order.items.push({ line, item })
  }
  return order
}

function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : /\s+/
  return line
    .trim()
    .split(separator)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
}

/** Returns the item of a line, or what is wrong with it. */
function readLine(cells: readonly string[]): Item | string {
  const [code = '', ...rest] = cells
  const sizes = rest.filter((cell) => SIZE.test(cell))
  if (sizes.length > 0) return readStyle(code, rest, sizes)
  const [pieces = '', ...more] = rest
  if (rest.length === 0) return 'has no number of pieces'
  if (more.length > 0) return 'has more than a SKU and its pieces. For a style, write sizes as M=300'
  const count = countOf(pieces)
  return count === null || count === 0 ? `${pieces} is not a number of pieces` : { sku: code, pieces: count }
}

function readStyle(style: string, rest: readonly string[], sizes: readonly string[]): Item | string {
  const others = rest.filter((cell) => !sizes.includes(cell))
  if (others.length > 1) return `${others[1]} is neither a colorway nor a size such as M=300`
  const [colorway] = others
  const pieces = new Map<string, number>()
  for (const cell of sizes) {
    const { size = '', pieces: text = '' } = SIZE.exec(cell)?.groups ?? {}
    const count = countOf(text)
    if (count === null) return `${cell} has no number of pieces`
    pieces.set(size, (pieces.get(size) ?? 0) + count)
  }
  return { style, ...(colorway !== undefined && { colorway }), sizes: Object.fromEntries(pieces) }
}

function countOf(text: string): number | null {
  return PIECES.test(text) ? Number(text.replaceAll(/[,\u202f']/g, '')) : null
}

/** The request for an order. */
export function requirementsInput(
  items: readonly Item[],
  { snapshotId, priceBasis, factory, withoutStock }: RequirementsSearch,
): CalculateMaterialRequirementsInput {
  const stock = withoutStock ? ('none' as const) : factory === undefined ? undefined : { factory }
  return {
    items: [...items],
    ...(snapshotId !== undefined && { snapshotId }),
    ...(priceBasis !== undefined && { priceBasis }),
    ...(stock !== undefined && { stock }),
  }
}
