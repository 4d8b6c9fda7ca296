import { type Amounts, amountsOf } from '../../../domain/bom/amounts.ts'
import type { Row as BomRow, SkuOfStyle } from '../../../domain/bom/expand-rows.ts'
import type { StoredLine } from '../../../schemas/stored/bom.ts'
import { kept } from '../../operations/bom/reads/row-text.ts'
import { type Row, SharedCells } from '../formats/row.ts'

/**
 * Returns a function that makes rows of `bom_yields`. What rows share is made, and later encoded, once: a file of a
 * million rows has some 50,000 lines and as many SKUs. Use one function for the rows of a few styles only, because it
 * keeps what it made.
 */
export function createYieldRow(snapshotId: string): (row: BomRow) => Row {
  const skus = new Map<SkuOfStyle, SharedCells>()
  const lines = new Map<StoredLine, CellsOfLine>()
  return ({ sku, group, matchKey }) => {
    const { line, authoritative, wastagePercent, materialColorCode } = group
    const { start, middle, end } = kept(lines, line, cellsOfLine)
    const amounts = cellsOfAmounts(line, amountsOf(line, authoritative, wastagePercent))
    return [snapshotId, matchKey, kept(skus, sku, cellsOfSku), start, materialColorCode, middle, amounts, end]
  }
}

function cellsOfSku({ style, sku, colorwayCode, sizeCode }: SkuOfStyle): SharedCells {
  return new SharedCells([style, sku, colorwayCode, sizeCode])
}

type CellsOfLine = Record<'start' | 'middle' | 'end', SharedCells>

function cellsOfLine(line: StoredLine): CellsOfLine {
  const { bomLineRef, lineNumber, section, placement, material, mpn, supplierCode, supplier } = line
  return {
    start: new SharedCells([bomLineRef, lineNumber, section, placement, material]),
    middle: new SharedCells([mpn, supplierCode, supplier]),
    end: new SharedCells([line.yieldStage, line.isPrimary]),
  }
}

const known = new WeakMap<Amounts, SharedCells>()

/**
 * Equal amounts are the same object, and their lines have the same basis, units, and number of garments. So their cells
 * can be kept by that object.
 */
function cellsOfAmounts({ wastageBasis, yieldPerUnits, uom, baseUom }: StoredLine, amounts: Amounts): SharedCells {
  const found = known.get(amounts)
  if (found !== undefined) return found
  const { netYield, wastagePercent, grossYield, netYieldBase, grossYieldBase } = amounts
  const sides = [netYield, wastagePercent, wastageBasis, grossYield, yieldPerUnits, uom]
  const cells = new SharedCells([...sides, netYieldBase, grossYieldBase, baseUom])
  known.set(amounts, cells)
  return cells
}
