import { matchKeyOf, type StoredLine, type StoredStyle, type StoredYield } from '../../../schemas/stored/bom.ts'
import { idOf, lineKeyOf, type TestBom, type TestLine, type TestStyle } from './bom-model.ts'

/** A style of a test's BOM as it is stored. */
export function storedStyle(organization: string, { record, number, skus }: TestStyle): StoredStyle {
  return {
    styleId: idOf(organization, 'style', record),
    style: number,
    skus: skus.map(({ record: sku, code, colorway, size }) => [idOf(organization, 'sku', sku), code, colorway, size]),
  }
}

/** The stored lines of a style. Every other style has them in two parts, as sources may send a style. */
export function storedLines(organization: string, style: TestStyle): StoredLine[] {
  const ordinals = new Map<string, number>()
  const inOrder = [...style.lines].sort((a, b) => a.lineNumber - b.lineNumber)
  const isSplit = /[13579]$/.test(style.record)
  return inOrder.flatMap((line) => {
    const lineKey = lineKeyOf(organization, line)
    const yields = line.rows.map(({ sku, amount, wastage, color }): StoredYield => {
      const key = `${lineKey} ${sku}`
      const ordinal = line.ref === null ? (ordinals.get(key) ?? 0) : 0
      ordinals.set(key, ordinal + 1)
      return [amount, wastage, color, ordinal, [idOf(organization, 'sku', sku)]]
    })
    const parts = isSplit ? [yields.slice(0, 1), yields.slice(1)] : [yields]
    return parts.filter((part) => part.length > 0).map((part) => storedLine(organization, style, line, lineKey, part))
  })
}

/** The match key of the first row of a BOM. */
export function keyOfFirstRow(organization: string, bom: TestBom): string {
  const [line] = bom.flatMap((style) => storedLines(organization, style))
  const [, , , ordinal = 0, [skuId] = []] = line?.yields[0] ?? []
  if (!line || !skuId) throw new Error('The BOM has no rows')
  return matchKeyOf(line, skuId, ordinal)
}

function storedLine(
  organization: string,
  style: TestStyle,
  line: TestLine,
  lineKey: string,
  yields: StoredYield[],
): StoredLine {
  const { material, supplier } = line
  return {
    lineKey,
    bomLineRef: line.ref,
    lineNumber: line.lineNumber,
    section: line.section,
    placement: line.placement,
    materialId: idOf(organization, 'material', material.record),
    material: material.number,
    materialName: material.name,
    materialType: 'fabric',
    mpn: line.mpn,
    supplierId: supplier && idOf(organization, 'supplier', supplier.code),
    supplierCode: supplier?.code ?? null,
    supplier: supplier?.name ?? null,
    wastageBasis: line.basis,
    yieldPerUnits: line.perUnits,
    uom: line.uom,
    baseUom: material.baseUom,
    yieldStage: line.stage,
    isPrimary: line.isPrimary,
    source: { system: 'plm', recordId: style.record, recordVersion: '7', extractedAt: '2027-03-01T00:00:00.000Z' },
    yields: groupedYields(yields),
  }
}

function groupedYields(yields: readonly StoredYield[]): StoredYield[] {
  const groups = Map.groupBy(yields, ([amount, wastage, color, ordinal]) =>
    JSON.stringify([amount, wastage, color, ordinal]),
  )
  return [...groups.values()].map((group) => {
    const [amount, wastage, color, ordinal] = group[0] ?? ['0', '0', null, 0]
    return [amount, wastage, color, ordinal, group.flatMap(([, , , , skuIds]) => skuIds)]
  })
}
