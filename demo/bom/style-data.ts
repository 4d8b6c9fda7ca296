import type { z } from 'zod'
import type { bomData } from '../../schemas/records/bom-events.ts'
import type { Brand } from '../brand.ts'
import { materialAt, materialId } from '../graph/materials/material.ts'
import { colorwaysOf } from '../graph/styles/colors.ts'
import { skuAt, skuCount } from '../graph/styles/sku.ts'
import { type Style, styleId } from '../graph/styles/style.ts'
import { supplierAt, supplierId } from '../graph/suppliers/supplier.ts'
import { at } from '../graph/values/choose.ts'
import { decimal } from '../graph/values/decimal.ts'
import type { BomLine } from './lines/bom-line.ts'
import type { BomManner } from './lines/manner.ts'
import type { StyleBom } from './style-bom.ts'

/** The data of a style event as a source sends it. */
export type StyleData = z.input<typeof bomData.style>
type LineData = StyleData['lines'][number]

/** A SKU as a BOM sees it: `color` and `size` are the indexes of its colorway and size within its style. */
export type Variant = {
  readonly recordId: string
  readonly skuCode: string
  readonly colorwayCode: string
  readonly sizeCode: string
  readonly color: number
  readonly size: number
}

/** The SKUs of a style. */
export function variantsOf(brand: Brand, style: Style): Variant[] {
  const { sizes, secondary } = style.sizeRange
  const colorways = colorwaysOf(style.hash, style.colors)
  return Array.from({ length: skuCount(style) }, (_, variant) => {
    const { subject, data } = skuAt(brand, style, variant, colorways)
    const pair = Math.trunc(variant / secondary.length)
    const size = pair % sizes.length
    const color = Math.trunc(pair / sizes.length)
    const colorwayCode = at(colorways, color).code
    return { recordId: subject, skuCode: data.skuCode, colorwayCode, sizeCode: at(sizes, size), color, size }
  })
}

/** One part of a style's BOM: all lines that its SKUs take, and these SKUs. */
export type Part = {
  readonly snapshotId: string
  readonly part: number
  readonly parts: number
  readonly variants: readonly Variant[]
}

/** The data of the style event of a part. */
export function styleData(brand: Brand, bom: StyleBom, { snapshotId, part, parts, variants }: Part): StyleData {
  const { style, manner, lines, revision } = bom
  return {
    snapshotId,
    part,
    parts,
    bomRevision: `${revision}`,
    style: { recordId: styleId(style.index), styleNumber: style.styleNumber },
    skus: variants.map(({ recordId, skuCode, colorwayCode, sizeCode }) => {
      return { recordId, skuCode, colorwayCode, sizeCode }
    }),
    lines: lines.map((line) => lineData(brand, { style, manner }, line, variants)).filter(hasYields),
  }
}

const hasYields = ({ yields }: LineData) => yields.length > 0

/** Whether a line is for a SKU. */
export const isFor = ({ colorways }: BomLine, { color }: Variant): boolean =>
  colorways === null || colorways.includes(color)

type OfStyle = { readonly style: Style; readonly manner: BomManner }

/** A line with its yields for some SKUs. */
export function lineData(
  brand: Brand,
  { style, manner }: OfStyle,
  line: BomLine,
  variants: readonly Variant[],
): LineData {
  const color = lineColor(style, line)
  return {
    bomLineRef: manner.hasLineRefs ? `L-${style.index + 1}-${line.serial}` : null,
    lineNumber: line.lineNumber,
    section: line.section,
    placement: line.placement,
    material: materialOf(brand, line.material),
    materialColorCode: color,
    supplier: supplierOf(brand, line.supplier),
    mpn: line.mpn,
    uom: line.uom,
    wastageBasis: manner.basis,
    yieldPerUnits: line.yieldPerUnits,
    yieldStage: manner.stage,
    isPrimary: line.isPrimary,
    yields: variants.filter((variant) => isFor(line, variant)).map((variant) => yieldOf(line, manner, color, variant)),
  }
}

function yieldOf(line: BomLine, { basis }: BomManner, color: string | null, variant: Variant) {
  const amount = asSent(at(line.yields, variant.size), line.decimals)
  const isOtherColor = line.color === 'dyed_to_match' && variant.colorwayCode !== color
  return {
    sku: variant.skuCode,
    ...(basis === 'on_net' ? { netYield: amount } : { grossYield: amount }),
    wastagePercent: decimal(line.wastage * 100),
    ...(isOtherColor ? { materialColorCode: variant.colorwayCode } : {}),
  }
}

/** What follows the colour of the garment has the first colorway's code, which the other colorways' yields override. */
function lineColor(style: Style, { color }: BomLine): string | null {
  if (color === 'none') return null
  return color === 'black' ? 'BLK' : at(colorwaysOf(style.hash, 1), 0).code
}

/** A yield in 10^-4 units as its source sends it; with a number of decimals, trailing zeros are kept. */
function asSent(units: number, decimals: BomLine['decimals']): string {
  const text = decimal(units)
  if (decimals === null) return text
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}

function materialOf(brand: Brand, index: number): LineData['material'] {
  const { materialNumber, name, materialType = null, baseUom = null } = materialAt(brand, index).data
  return { recordId: materialId(index), materialNumber, name, materialType, baseUom }
}

function supplierOf(brand: Brand, index: number): LineData['supplier'] {
  const { supplierCode, name } = supplierAt(brand, index).data
  return { recordId: supplierId(index), supplierCode, name }
}
