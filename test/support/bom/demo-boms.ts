import { type SnapshotRow, snapshotRows } from '../../../demo/bom/ledger/snapshot-rows.ts'
import type { Brand } from '../../../demo/brand.ts'
import type { TestBom, TestLine, TestStyle, Unit } from './bom-model.ts'

/** The BOM of a publication of the demo brand, made from the rows of the generator. */
export function demoBom(brand: Brand, number: number): TestBom {
  const styles = Map.groupBy(snapshotRows(brand, number), ({ styleRecordId }) => styleRecordId)
  return [...styles.values()].map((rows): TestStyle => {
    const [first] = rows
    if (!first) throw new Error('A style has rows')
    const skus = new Map(rows.map((row) => [row.skuRecordId, row]))
    const lines = Map.groupBy(rows, ({ lineNumber }) => lineNumber)
    return {
      record: first.styleRecordId,
      number: first.style,
      skus: [...skus.values()].map((row) => ({
        record: row.skuRecordId,
        code: row.sku,
        colorway: row.colorwayCode,
        size: row.sizeCode,
      })),
      lines: [...lines.values()].map(lineOf),
    }
  })
}

function lineOf(rows: SnapshotRow[]): TestLine {
  const [line] = rows
  if (!line) throw new Error('A line has rows')
  return {
    ref: line.bomLineRef,
    lineNumber: line.lineNumber,
    section: line.section,
    placement: line.placement,
    material: {
      record: line.materialRecordId,
      number: line.material,
      name: line.materialName,
      baseUom: line.baseUom as Unit | null,
    },
    supplier: line.supplierCode === null ? null : { code: line.supplierCode, name: line.supplier },
    mpn: line.mpn,
    uom: line.uom as Unit,
    basis: line.wastageBasis,
    perUnits: line.yieldPerUnits,
    stage: line.yieldStage,
    isPrimary: line.isPrimary,
    rows: rows.map((row) => ({
      sku: row.skuRecordId,
      amount: row.netYield ?? row.grossYield ?? '',
      wastage: row.wastagePercent,
      color: row.materialColorCode,
    })),
  }
}
