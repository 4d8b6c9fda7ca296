import type { BomYieldSummary, YieldGroup, YieldGrouping, YieldOrder } from '../../../schemas/bom/yield-summary.ts'
import { factors, type OracleRow } from './bom-oracle.ts'
import { compareRatios, decimalOf, meanOf, plus, type Ratio, rational, ratioOf, times } from './bom-ratios.ts'

/** Seasons of styles and lifecycle states of materials in the graph, by ID. */
export interface KnownToGraph {
  seasons: ReadonlyMap<string, string | null>
  states: ReadonlyMap<string, string>
  /** Of materials that are listed. */
  certifications: ReadonlyMap<string, readonly string[]>
}

export interface SummaryAsked {
  groupBy: readonly YieldGrouping[]
  order: YieldOrder
  top: number
  filters: Readonly<Record<string, string | undefined>>
}

type Value = { id: string | null; key: string | null; label: string | null }
const code = (value: string | null): Value => ({ id: null, key: value, label: value })

/** The value by which a grouping groups a row. */
function valueBy(grouping: YieldGrouping, { shown }: OracleRow, { seasons }: KnownToGraph): Value {
  const named = (id: string, key: string, label: string) => ({ id, key, label })
  if (grouping === 'style') return named(shown.styleId, shown.style, shown.style)
  if (grouping === 'material') {
    const { materialId, material, materialName } = shown
    return named(materialId, material, materialName === null ? material : `${material} ${materialName}`)
  }
  if (grouping === 'season') return code(seasons.get(shown.styleId) ?? null)
  if (grouping === 'section') return code(shown.section)
  if (grouping === 'size') return code(shown.sizeCode)
  const { supplierId, supplierCode, supplier } = shown
  if (supplierId === null || supplierCode === null) return code(null)
  return named(supplierId, supplierCode, supplier === null ? supplierCode : `${supplier} (${supplierCode})`)
}

/** The rows that pass all filters. */
export function filteredRows(
  rows: readonly OracleRow[],
  filters: SummaryAsked['filters'],
  known: KnownToGraph,
): OracleRow[] {
  const tests: Record<string, (row: OracleRow, value: string) => boolean> = {
    style: ({ shown }, value) => [shown.style, shown.styleId].includes(value),
    sku: ({ shown }, value) => [shown.sku, shown.skuId].includes(value),
    material: ({ shown }, value) => [shown.material, shown.materialId].includes(value),
    supplier: ({ shown }, value) => [shown.supplier, shown.supplierCode, shown.supplierId].includes(value),
    mpn: ({ shown }, value) => shown.mpn === value,
    section: ({ shown }, value) => shown.section === value,
    materialType: ({ shown }, value) => shown.materialType === value,
    season: ({ shown }, value) => known.seasons.get(shown.styleId) === value,
    materialLifecycleState: ({ shown }, value) => known.states.get(shown.materialId) === value,
    certification: ({ shown }, value) => {
      const names = known.certifications.get(shown.materialId)
      return value === 'none' ? names?.length === 0 : names?.includes(value) === true
    },
  }
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return rows.filter((row) => given.every(([name, value]) => tests[name]?.(row, value)))
}

/** The gross yield of one garment in the base unit of the material; null if it cannot be converted. */
export function grossOf({ shown, as }: OracleRow): Ratio | null {
  const { baseUom } = as.line.material
  if (baseUom === null || factors[baseUom].base !== factors[as.line.uom].base) return null
  const perGarment = times(ratioOf(shown.grossYield), rational(1n, BigInt(as.line.perUnits)))
  const { numerator, denominator } = factors[baseUom].factor
  return times(times(perGarment, factors[as.line.uom].factor), rational(denominator, numerator))
}

function grossSum(rows: readonly OracleRow[]): { uom: string; amounts: Ratio[] } | null {
  const units = new Set(rows.map(({ as }) => as.line.material.baseUom))
  const amounts = rows.map(grossOf)
  const [uom] = units
  const known = amounts.filter((amount) => amount !== null)
  return units.size === 1 && uom && known.length === amounts.length ? { uom, amounts: known } : null
}

const sum = (amounts: readonly Ratio[]) => amounts.reduce(plus, rational(0n))

function shownGross(rows: readonly OracleRow[]): YieldGroup['gross'] {
  const gross = grossSum(rows)
  if (gross === null) return null
  const inOrder = gross.amounts.toSorted(compareRatios)
  const total = sum(gross.amounts)
  return {
    uom: gross.uom as NonNullable<YieldGroup['gross']>['uom'],
    min: decimalOf(inOrder[0] ?? rational(0n)),
    mean: meanOf(times(total, rational(1n, BigInt(rows.length)))),
    max: decimalOf(inOrder.at(-1) ?? rational(0n)),
    total: decimalOf(total),
  }
}

const distinct = (values: readonly unknown[]) => new Set(values.filter((value) => value !== null)).size
const bytes = (text: string) => Buffer.from(text)

/** The first name, by byte value, of those that the rows of a group have. */
function firstName(values: readonly Value[]): Value {
  const [first] = values.toSorted(
    (a, b) =>
      Buffer.compare(bytes(a.key ?? ''), bytes(b.key ?? '')) ||
      Buffer.compare(bytes(a.label ?? ''), bytes(b.label ?? '')),
  )
  if (!first) throw new Error('A group has a row')
  return first
}

/** The expected summary of rows, by brute force. */
export function expectedSummary(
  all: readonly OracleRow[],
  { groupBy, order, top, filters }: SummaryAsked,
  known: KnownToGraph,
): Omit<BomYieldSummary, 'snapshot'> {
  const rows = filteredRows(all, filters, known)
  const named = (row: OracleRow) => groupBy.map((grouping) => valueBy(grouping, row, known))
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(named(row).map(({ id, key }) => id ?? key)))
  const groups = [...byKey.values()].map((own) => {
    const keys = groupBy.map((grouping, at) => ({
      groupBy: grouping,
      ...firstName(own.map((row) => named(row)[at] ?? code(null))),
    }))
    return { own, keys }
  })
  const counts = (own: readonly OracleRow[]) => ({
    styles: distinct(own.map(({ shown }) => shown.styleId)),
    skus: distinct(own.map(({ shown }) => shown.skuId)),
    lines: distinct(own.map(({ shown, as }) => `${shown.styleId} ${as.line.ref ?? as.line.lineNumber}`)),
    rows: own.length,
  })
  const sizeOf = {
    rows: (own: OracleRow[]) => rational(BigInt(own.length)),
    styles: (own: OracleRow[]) => rational(BigInt(counts(own).styles)),
    gross: (own: OracleRow[]) => sum(grossSum(own)?.amounts ?? [rational(-1n)]),
  }[order]
  const nameOf = ({ keys }: { keys: Value[] }) =>
    keys.map(({ key, id }) => Buffer.concat([bytes(key === null ? '\u{10ffff}' : key), bytes(`\u0000${id ?? ''}`)]))
  const byName = (a: { keys: Value[] }, b: { keys: Value[] }) => {
    const [x, y] = [nameOf(a), nameOf(b)]
    return x.map((name, at) => Buffer.compare(name, y[at] ?? name)).find((found) => found !== 0) ?? 0
  }
  groups.sort((a, b) => compareRatios(sizeOf(b.own), sizeOf(a.own)) || byName(a, b))
  return {
    counts: {
      ...counts(rows),
      materials: distinct(rows.map(({ shown }) => shown.materialId)),
      suppliers: distinct(rows.map(({ shown }) => shown.supplierId)),
    },
    groups: groups.slice(0, top).map(({ own, keys }) => ({ keys, ...counts(own), gross: shownGross(own) })),
    groupCount: groups.length,
  }
}
