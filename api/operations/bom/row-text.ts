import type { BomYieldRow } from '../../../schemas/bom.ts'
import { amountsOfGroup, type Row, type RowGroup, type SkuOfStyle } from './expand-rows.ts'

type OfSku = 'styleId' | 'style' | 'skuId' | 'sku' | 'colorwayCode' | 'sizeCode'
type OfGroup = Exclude<keyof BomYieldRow, OfSku | 'matchKey'>

/**
 * Rows as JSON text, put together from what they share: a page of 1,000 rows has some 50 groups and 50 SKUs. Keys are
 * ids and hashes, which need no escapes.
 */
export interface RowTexts {
  /** BomYieldRow. */
  row(row: Row): string
  /** BomYield of a snapshot. */
  yieldOf(row: Row, snapshotId: string): string
}

/** Keeps the texts of one page. */
export function createRowTexts(): RowTexts {
  const skus = new Map<SkuOfStyle, string>()
  const groups = new Map<RowGroup, string>()
  const sources = new Map<RowGroup, string>()
  const bodyOf = ({ sku, group, matchKey }: Row) =>
    `"matchKey":"${matchKey}",${kept(skus, sku, skuText)},${kept(groups, group, groupText)}`
  return {
    row: (row) => `{${bodyOf(row)}}`,
    yieldOf: (row, snapshotId) =>
      `{"snapshotId":"${snapshotId}",${bodyOf(row)},${kept(sources, row.group, sourceText)}}`,
  }
}

function kept<K>(texts: Map<K, string>, key: K, make: (key: K) => string): string {
  let text = texts.get(key)
  if (text === undefined) {
    text = make(key)
    texts.set(key, text)
  }
  return text
}

/** The fields of an object without its braces. */
const fieldsOf = (value: object) => JSON.stringify(value).slice(1, -1)

function skuText(sku: SkuOfStyle): string {
  return fieldsOf(sku satisfies Pick<BomYieldRow, OfSku>)
}

function groupText(group: RowGroup): string {
  const { line, materialColorCode } = group
  const { netYield, wastagePercent, grossYield, netYieldBase, grossYieldBase } = amountsOfGroup(group)
  const fields: Pick<BomYieldRow, OfGroup> = {
    bomLineRef: line.bomLineRef,
    lineNumber: line.lineNumber,
    section: line.section,
    placement: line.placement,
    materialId: line.materialId,
    material: line.material,
    materialName: line.materialName,
    materialType: line.materialType,
    materialColorCode,
    mpn: line.mpn,
    supplierId: line.supplierId,
    supplierCode: line.supplierCode,
    supplier: line.supplier,
    netYield,
    wastagePercent,
    wastageBasis: line.wastageBasis,
    grossYield,
    yieldPerUnits: line.yieldPerUnits,
    uom: line.uom,
    netYieldBase,
    grossYieldBase,
    baseUom: line.baseUom,
    yieldStage: line.yieldStage,
    isPrimary: line.isPrimary,
  }
  return fieldsOf(fields)
}

function sourceText({ line }: RowGroup): string {
  return fieldsOf({ source: line.source })
}
