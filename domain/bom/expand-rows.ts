import { matchKeyOf, type StoredLine, type StoredStyle } from '../../schemas/stored/bom.ts'
import { type Amounts, amountsOf } from './amounts.ts'

/** A SKU of a style in one snapshot. */
export interface SkuOfStyle {
  styleId: string
  style: string
  skuId: string
  sku: string
  colorwayCode: string | null
  sizeCode: string | null
}

/** The values that rows with equal yields of one line share. */
export interface RowGroup {
  line: StoredLine
  /** As sent: net for `on_net`, gross for `on_gross`. */
  authoritative: string
  wastagePercent: string
  materialColorCode: string | null
  ordinal: number
}

/** A yield row: the yield of one line for one SKU. Rows of the same SKU or group share its object. */
export interface Row {
  sku: SkuOfStyle
  group: RowGroup
  matchKey: string
}

/** Returns the rows of a style in one snapshot, unsorted. */
export function expandRows(skus: SkusOfStyle, lines: Iterable<readonly RowsOfGroup[]>): Row[] {
  const rows: Row[] = []
  for (const groups of lines) {
    for (const { group, skuIds } of groups) {
      for (const skuId of skuIds) {
        const sku = skus.get(skuId)
        if (!sku) throw new Error('A stored line has a row for a SKU that its style does not have')
        rows.push({ sku, group, matchKey: matchKeyOf(group.line, skuId, group.ordinal) })
      }
    }
  }
  return rows
}

export interface RowsOfGroup {
  group: RowGroup
  skuIds: readonly string[]
}

/**
 * Returns the groups of equal rows in a line. Call it once for both sides of a comparison, which compares groups by
 * object identity.
 */
export function groupsOf(line: StoredLine): RowsOfGroup[] {
  return line.yields.map(([authoritative, wastagePercent, materialColorCode, ordinal, skuIds]) => ({
    group: { line, authoritative, wastagePercent, materialColorCode, ordinal },
    skuIds,
  }))
}

export function amountsOfGroup({ line, authoritative, wastagePercent }: RowGroup): Amounts {
  return amountsOf(line, authoritative, wastagePercent)
}

/** SKUs by ID. */
export type SkusOfStyle = ReadonlyMap<string, SkuOfStyle>

/** Returns the SKUs of a style. Call it once for both sides of a comparison, which compares SKUs by object identity. */
export function skusOf({ styleId, style, skus }: StoredStyle): SkusOfStyle {
  return new Map(
    skus.map(([skuId, sku, colorwayCode, sizeCode]) => [skuId, { styleId, style, skuId, sku, colorwayCode, sizeCode }]),
  )
}
