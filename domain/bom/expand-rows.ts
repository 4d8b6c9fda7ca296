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

/** What rows with equal yields of one line share. */
export interface RowGroup {
  line: StoredLine
  /** As sent: net for `on_net`, gross for `on_gross`. */
  authoritative: string
  wastagePercent: string
  materialColorCode: string | null
  ordinal: number
}

/** A yield row: what one SKU takes of one line. Rows share their SKUs and groups as objects. */
export interface Row {
  sku: SkuOfStyle
  group: RowGroup
  matchKey: string
}

/** The rows of a style in one snapshot, in no order. */
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

/** The groups of a line. Made once for both sides of a comparison, they are equal as objects. */
export function groupsOf(line: StoredLine): RowsOfGroup[] {
  return line.yields.map(([authoritative, wastagePercent, materialColorCode, ordinal, skuIds]) => ({
    group: { line, authoritative, wastagePercent, materialColorCode, ordinal },
    skuIds,
  }))
}

export function amountsOfGroup({ line, authoritative, wastagePercent }: RowGroup): Amounts {
  return amountsOf(line, authoritative, wastagePercent)
}

/** By their ids. */
export type SkusOfStyle = ReadonlyMap<string, SkuOfStyle>

/** The SKUs of a style. Made once for both sides of a comparison, they are equal as objects. */
export function skusOf({ styleId, style, skus }: StoredStyle): SkusOfStyle {
  return new Map(
    skus.map(([skuId, sku, colorwayCode, sizeCode]) => [skuId, { styleId, style, skuId, sku, colorwayCode, sizeCode }]),
  )
}
