import { type Amounts, amountsOf } from '../../../../domain/bom/amounts.ts'
import type { Row, RowGroup, SkuOfStyle } from '../../../../domain/bom/expand-rows.ts'
import { fieldsOf, joinFields, keyFieldOf, objectText } from '../../../../domain/text/json-text.ts'
import type { BomYieldRow } from '../../../../schemas/bom/yields.ts'
import type { StoredLine } from '../../../../schemas/stored/bom.ts'

/**
 * Rows as JSON text. The parts that rows share are encoded once: a page of 1,000 rows has about 50 groups and 50 SKUs.
 */
export interface RowTexts {
  /** The row as a BomYieldRow. */
  row(row: Row): string
  /** The row as a BomYield of a snapshot. */
  yieldOf(row: Row, snapshotId: string, sizeIndex: number | null): string
}

/** Makes texts for one page, and keeps the shared parts until then. */
export function createRowTexts(): RowTexts {
  const skus = new Map<SkuOfStyle, string>()
  const groups = new Map<RowGroup, string>()
  const lines: LineTexts = new Map()
  const sources = new Map<StoredLine, string>()
  const partsOf = ({ sku, group, matchKey }: Row) => [
    keyFieldOf('matchKey', matchKey),
    kept(skus, sku, skuText),
    kept(groups, group, (made) => groupText(made, lines)),
  ]
  return {
    row: (row) => objectText(partsOf(row)),
    yieldOf: (row, snapshotId, sizeIndex) =>
      objectText([
        keyFieldOf('snapshotId', snapshotId),
        ...partsOf(row),
        fieldsOf({ sizeIndex }),
        kept(sources, row.group.line, sourceText),
      ]),
  }
}

/** Returns the value of a key, which is made at its first use. */
export function kept<K, V>(made: Map<K, V>, key: K, make: (key: K) => V): V {
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make(key)
  made.set(key, value)
  return value
}

function skuText(sku: SkuOfStyle): string {
  return fieldsOf(sku satisfies Partial<BomYieldRow>)
}

/** In the JSON text, the fields of a group are between those of its line. */
function groupText({ line, authoritative, wastagePercent, materialColorCode }: RowGroup, lines: LineTexts): string {
  const { start, middle, end } = kept(lines, line, lineText)
  const amounts = amountsText(line, amountsOf(line, authoritative, wastagePercent))
  return joinFields([start, fieldsOf({ materialColorCode }), middle, amounts, end])
}

type LineTexts = Map<StoredLine, Record<'start' | 'middle' | 'end', string>>

function lineText(line: StoredLine) {
  const { bomLineRef, lineNumber, section, placement, materialId, material, materialName, materialType } = line
  const { mpn, supplierId, supplierCode, supplier, yieldStage, isPrimary } = line
  const start = { bomLineRef, lineNumber, section, placement, materialId, material, materialName, materialType }
  const middle = { mpn, supplierId, supplierCode, supplier }
  const end = { yieldStage, isPrimary }
  return {
    start: fieldsOf(start satisfies Partial<BomYieldRow>),
    middle: fieldsOf(middle satisfies Partial<BomYieldRow>),
    end: fieldsOf(end satisfies Partial<BomYieldRow>),
  }
}

const amountsTexts = new WeakMap<Amounts, string>()

/**
 * Equal amounts are the same object, and their lines have the same basis, units, and number of garments. So their text
 * can be kept by that object.
 */
function amountsText({ wastageBasis, yieldPerUnits, uom, baseUom }: StoredLine, amounts: Amounts): string {
  const known = amountsTexts.get(amounts)
  if (known !== undefined) return known
  const { netYield, wastagePercent, grossYield, netYieldBase, grossYieldBase } = amounts
  const shown: Partial<BomYieldRow> = {
    netYield,
    wastagePercent,
    wastageBasis,
    grossYield,
    yieldPerUnits,
    uom,
    netYieldBase,
    grossYieldBase,
    baseUom,
  }
  const text = fieldsOf(shown)
  amountsTexts.set(amounts, text)
  return text
}

function sourceText({ source }: StoredLine): string {
  return fieldsOf({ source })
}
