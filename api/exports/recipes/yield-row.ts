import { type Amounts, amountsOf } from '../../../domain/bom/amounts.ts'
import type { Row, SkuOfStyle } from '../../../domain/bom/expand-rows.ts'
import type { StoredLine } from '../../../schemas/stored/bom.ts'
import { kept } from '../../operations/bom/reads/row-text.ts'
import { csvFields } from './csv.ts'

/**
 * Returns a function that encodes rows of a snapshot as records of `bom_yields`. It encodes the fields that rows share
 * once: a file of a million rows has some 50,000 lines and as many SKUs. Keys and IDs need no quotes. Use one function
 * for the rows of a few styles only, because it keeps the texts that it made.
 */
export function createRowCsv(snapshotId: string): (row: Row) => string {
  const skus = new Map<SkuOfStyle, string>()
  const lines = new Map<StoredLine, LineFields>()
  const colors = new Map<string | null, string>()
  return ({ sku, group, matchKey }) => {
    const { line, authoritative, wastagePercent, materialColorCode } = group
    const { start, middle, end } = kept(lines, line, lineFields)
    const color = kept(colors, materialColorCode, (code) => csvFields([code]))
    const amounts = amountsFields(line, amountsOf(line, authoritative, wastagePercent))
    return `${snapshotId},${matchKey},${kept(skus, sku, skuFields)},${start},${color},${middle},${amounts},${end}\r\n`
  }
}

function skuFields({ style, sku, colorwayCode, sizeCode }: SkuOfStyle): string {
  return csvFields([style, sku, colorwayCode, sizeCode])
}

type LineFields = Record<'start' | 'middle' | 'end', string>

function lineFields(line: StoredLine): LineFields {
  const { bomLineRef, lineNumber, section, placement, material, mpn, supplierCode, supplier } = line
  return {
    start: csvFields([bomLineRef, lineNumber, section, placement, material]),
    middle: csvFields([mpn, supplierCode, supplier]),
    end: csvFields([line.yieldStage, line.isPrimary]),
  }
}

const fieldsOfAmounts = new WeakMap<Amounts, string>()

/**
 * Equal amounts are the same object, and their lines have the same basis, units, and number of garments. So their text
 * can be kept by that object.
 */
function amountsFields({ wastageBasis, yieldPerUnits, uom, baseUom }: StoredLine, amounts: Amounts): string {
  const known = fieldsOfAmounts.get(amounts)
  if (known !== undefined) return known
  const { netYield, wastagePercent, grossYield, netYieldBase, grossYieldBase } = amounts
  const sides = [netYield, wastagePercent, wastageBasis, grossYield, yieldPerUnits, uom]
  const fields = csvFields([...sides, netYieldBase, grossYieldBase, baseUom])
  fieldsOfAmounts.set(amounts, fields)
  return fields
}
