import type { Brand } from '../../brand.ts'
import { type Style, styleAt } from '../../graph/styles/style.ts'
import { publicationAt } from '../publication.ts'
import { bomAt } from '../style-bom.ts'
import { type StyleData, styleData, variantsOf } from '../style-data.ts'

/**
 * One row of a snapshot, as in its events: IDs are those of the PLM, decimals are as sent, and the calculated one of
 * net and gross yield is null.
 */
export type SnapshotRow = {
  readonly styleRecordId: string
  readonly style: string
  readonly skuRecordId: string
  readonly sku: string
  readonly colorwayCode: string | null
  readonly sizeCode: string | null
  readonly bomLineRef: string | null
  readonly lineNumber: number
  readonly section: string | null
  readonly placement: string | null
  readonly materialRecordId: string
  readonly material: string
  readonly materialName: string | null
  readonly materialType: string | null
  readonly baseUom: string | null
  readonly materialColorCode: string | null
  readonly mpn: string | null
  readonly supplierRecordId: string | null
  readonly supplierCode: string | null
  readonly supplier: string | null
  readonly netYield: string | null
  readonly wastagePercent: string
  readonly wastageBasis: 'on_net' | 'on_gross'
  readonly grossYield: string | null
  readonly yieldPerUnits: 1 | 12
  readonly uom: string
  readonly yieldStage: 'costing' | 'booking' | 'bulk' | 'actual'
  readonly isPrimary: boolean
}

/** The rows of the snapshot of a publication, by style, line and SKU; one style at a time is in memory. */
export function* snapshotRows(brand: Brand, number: number): Generator<SnapshotRow, void> {
  for (let index = 0; index < brand.profile.styles; index += 1) yield* styleRows(brand, styleAt(brand, index), number)
}

/** The rows of one style. */
export function styleRows(brand: Brand, style: Style, number: number): SnapshotRow[] {
  const { snapshotId } = publicationAt(brand, number)
  const whole = { snapshotId, part: 1, parts: 1, variants: variantsOf(brand, style) }
  return rowsOf(styleData(brand, bomAt(brand, style, number), whole))
}

/** The rows in the data of a style event. */
export function rowsOf({ style, skus, lines }: Pick<StyleData, 'style' | 'skus' | 'lines'>): SnapshotRow[] {
  const bySkuCode = new Map(skus.map((sku) => [sku.skuCode, sku]))
  return lines.flatMap((line) => {
    const shared = sharedFields(line)
    return line.yields.map(({ sku: code, materialColorCode, netYield, grossYield, wastagePercent }): SnapshotRow => {
      const sku = bySkuCode.get(code)
      return {
        styleRecordId: style.recordId,
        style: style.styleNumber,
        skuRecordId: sku?.recordId ?? '',
        sku: code,
        colorwayCode: sku?.colorwayCode ?? null,
        sizeCode: sku?.sizeCode ?? null,
        ...shared,
        materialColorCode: materialColorCode ?? line.materialColorCode ?? null,
        netYield: netYield ?? null,
        wastagePercent,
        grossYield: grossYield ?? null,
      }
    })
  })
}

function sharedFields(line: StyleData['lines'][number]) {
  const { material, supplier } = line
  return {
    bomLineRef: line.bomLineRef ?? null,
    lineNumber: line.lineNumber,
    section: line.section ?? null,
    placement: line.placement ?? null,
    materialRecordId: material.recordId,
    material: material.materialNumber,
    materialName: material.name ?? null,
    materialType: material.materialType ?? null,
    baseUom: unitText(material.baseUom),
    mpn: line.mpn ?? null,
    supplierRecordId: supplier?.recordId ?? null,
    supplierCode: supplier?.supplierCode ?? null,
    supplier: supplier?.name ?? null,
    wastageBasis: line.wastageBasis,
    yieldPerUnits: line.yieldPerUnits ?? 1,
    uom: `${line.uom}`,
    yieldStage: line.yieldStage,
    isPrimary: line.isPrimary ?? false,
  }
}

/** The schema takes any unit as sent and checks it then. */
const unitText = (unit: unknown): string | null => (unit === null || unit === undefined ? null : `${unit}`)
