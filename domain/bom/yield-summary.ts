import type {
  BomYieldSummary,
  YieldGroup,
  YieldGrouping,
  YieldGroupKey,
  YieldOrder,
} from '../../schemas/bom/yield-summary.ts'
import type { StoredLine } from '../../schemas/stored/bom.ts'
import { compare } from '../quantities/quantity.ts'
import { compareText } from '../text/compare-text.ts'
import { groupsOf, type SkusOfStyle } from './expand-rows.ts'
import { GrossSum, grossInBase } from './gross-of-rows.ts'
import { type Name, nameOfMaterial, nameOfSupplier, supplierIdOf } from './names-of-line.ts'
import { isNamed } from './row-filters.ts'
import { countSkus, type SkuList, SkuLists } from './sku-lists.ts'

/** The parts of a style that a summary needs. Parts that it does not need are null. */
export interface SummarizedStyle {
  styleId: string
  number: string | null
  season: string | null
  /** Needed to filter by SKU, or to group by size. */
  skus: SkusOfStyle | null
}

export interface SummaryQuestion {
  groupBy: readonly YieldGrouping[]
  order: YieldOrder
  /** Code or ID of the only SKU whose rows are counted. */
  sku: string | undefined
}

/** The value that all rows of a group have in common, for one grouping. */
interface Value {
  id: string | null
  name: Name | null
}

interface Group {
  values: Value[]
  styleIds: Set<string>
  skuLists: Set<SkuList>
  lines: number
  rows: number
  gross: GrossSum
}

/**
 * Counts the rows of lines by group. Memory grows with the number of groups and of different lists of SKUs, not with
 * the number of rows.
 */
export class YieldSummary {
  readonly #question: SummaryQuestion
  readonly #lists = new SkuLists()
  readonly #groups = new Map<string, Group>()
  readonly #styleIds = new Set<string>()
  readonly #skuLists = new Set<SkuList>()
  readonly #materialIds = new Set<string>()
  readonly #supplierIds = new Set<string>()
  #lines = 0
  #rows = 0

  constructor(question: SummaryQuestion) {
    this.#question = question
  }

  /**
   * Adds lines of one style. A style that was sent in parts can have several documents of the same line, which must be
   * added together.
   */
  add(style: SummarizedStyle, lines: readonly StoredLine[]): void {
    for (const documents of Map.groupBy(lines, keyOfLine).values()) this.#addLine(style, documents)
  }

  #addLine(style: SummarizedStyle, documents: readonly StoredLine[]): void {
    const touched = new Set<Group>()
    for (const line of documents) {
      const bySize = new Map<string | null, Group>()
      const portions = groupsOf(line).flatMap(({ group, skuIds }) => {
        const gross = grossInBase(group)
        return this.#partsOf(style, skuIds).map((part) => ({ ...part, gross }))
      })
      for (const { size, skus, gross } of portions) {
        const group = bySize.get(size) ?? this.#groupOf(style, line, size)
        bySize.set(size, group)
        touched.add(group)
        group.styleIds.add(style.styleId)
        group.skuLists.add(skus)
        group.rows += skus.length
        group.gross.add(gross, skus.length)
        this.#skuLists.add(skus)
        this.#rows += skus.length
      }
      if (portions.length > 0) this.#countNames(style, line)
    }
    for (const group of touched) group.lines += 1
    if (touched.size > 0) this.#lines += 1
  }

  #countNames({ styleId }: SummarizedStyle, line: StoredLine): void {
    this.#styleIds.add(styleId)
    this.#materialIds.add(line.materialId)
    const supplierId = supplierIdOf(line)
    if (supplierId !== null) this.#supplierIds.add(supplierId)
  }

  /** Returns the SKUs whose rows are counted, split by size if the summary groups by size. */
  #partsOf({ skus }: SummarizedStyle, skuIds: SkuList): { size: string | null; skus: SkuList }[] {
    const { sku, groupBy } = this.#question
    const list = this.#lists.of(skuIds)
    const bySize = groupBy.includes('size')
    if (sku === undefined && !bySize) return [{ size: null, skus: list }]
    if (skus === null) throw new Error('SKUs are filtered or grouped, and were not read')
    const parts = this.#lists.partsOf(list, skus, (skuId) => {
      const own = skus.get(skuId)
      if (!own) throw new Error('A stored line has a row for a SKU that its style does not have')
      if (sku !== undefined && !isNamed(sku, own.sku, skuId)) return undefined
      return bySize ? own.sizeCode : null
    })
    return [...parts].map(([size, part]) => ({ size, skus: part }))
  }

  #groupOf(style: SummarizedStyle, line: StoredLine, size: string | null): Group {
    const values = this.#question.groupBy.map((grouping) => valueBy[grouping](style, line, size))
    const key = JSON.stringify(values.map(({ id, name }) => id ?? name?.key ?? null))
    const known = this.#groups.get(key)
    if (known) {
      for (const [at, value] of values.entries()) takeFirstName(known.values[at], value)
      return known
    }
    const made = { values, styleIds: new Set<string>(), skuLists: new Set<SkuList>(), lines: 0, rows: 0 }
    const group: Group = { ...made, gross: new GrossSum() }
    this.#groups.set(key, group)
    return group
  }

  /** Returns the first `top` groups, and the totals of all rows. */
  result(top: number): Omit<BomYieldSummary, 'snapshot'> {
    const { groupBy, order } = this.#question
    const ranked = [...this.#groups.values()].sort((a, b) => compareBy[order](a, b) || compareNames(a, b))
    return {
      counts: {
        styles: this.#styleIds.size,
        skus: countSkus(this.#skuLists),
        materials: this.#materialIds.size,
        suppliers: this.#supplierIds.size,
        lines: this.#lines,
        rows: this.#rows,
      },
      groups: ranked.slice(0, top).map((group) => shownGroup(group, groupBy)),
      groupCount: this.#groups.size,
    }
  }
}

/**
 * The identity of a line within its style: its ID, or its number if it has no ID. Parts of a style may repeat a line.
 */
const keyOfLine = ({ bomLineRef, lineNumber }: StoredLine) => (bomLineRef === null ? lineNumber : `=${bomLineRef}`)

const codeAlone = (code: string | null): Value => ({
  id: null,
  name: code === null ? null : { key: code, label: code },
})

const valueBy: Record<YieldGrouping, (style: SummarizedStyle, line: StoredLine, size: string | null) => Value> = {
  style: ({ styleId, number }) => ({ ...codeAlone(number), id: styleId }),
  material: (_style, line) => ({ id: line.materialId, name: nameOfMaterial(line) }),
  supplier: (_style, line) => {
    const id = supplierIdOf(line)
    return { id, name: id === null ? null : nameOfSupplier(line) }
  },
  season: ({ season }) => codeAlone(season),
  section: (_style, { section }) => codeAlone(section),
  size: (_style, _line, size) => codeAlone(size),
}

/**
 * Keeps the first name in byte order. Lines may have different names for the same ID, and the result must not depend on
 * the order of reading.
 */
function takeFirstName(known: Value | undefined, { name }: Value): void {
  if (known?.name && name && compareName(name, known.name) < 0) known.name = name
}

const compareName = (a: Name, b: Name) => compareText(a.key, b.key) || compareText(a.label, b.label)

const compareBy: Record<YieldOrder, (a: Group, b: Group) => number> = {
  rows: (a, b) => b.rows - a.rows,
  styles: (a, b) => b.styleIds.size - a.styleIds.size,
  gross: (a, b) => {
    const [x, y] = [a.gross.total, b.gross.total]
    if (x === null || y === null) return Number(x === null) - Number(y === null)
    return compare(y, x)
  },
}

/** Compares groups by key and ID of each grouping in turn. Groups without a key come last. */
function compareNames(a: Group, b: Group): number {
  for (const [at, { id, name }] of a.values.entries()) {
    const other = b.values[at]
    const [key, otherKey] = [name?.key ?? null, other?.name?.key ?? null]
    if (key === null || otherKey === null) {
      if (key !== otherKey) return key === null ? 1 : -1
      continue
    }
    const order = compareText(key, otherKey) || compareText(id ?? '', other?.id ?? '')
    if (order !== 0) return order
  }
  return 0
}

function shownGroup(
  { values, styleIds, skuLists, lines, rows, gross }: Group,
  groupBy: readonly YieldGrouping[],
): YieldGroup {
  const keys = groupBy.map((grouping, at): YieldGroupKey => {
    const { id = null, name } = values[at] ?? {}
    return { groupBy: grouping, id, key: name?.key ?? null, label: name?.label ?? null }
  })
  return { keys, styles: styleIds.size, skus: countSkus(skuLists), lines, rows, gross: gross.shown() }
}
