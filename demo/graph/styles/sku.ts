import type { Brand } from '../../brand.ts'
import { type DemoRecord, PLM } from '../../event.ts'
import { at } from '../values/choose.ts'
import { gtinOf } from '../values/gtin.ts'
import { below, hashAt } from '../values/hash.ts'
import { type Colorway, colorwaysOf } from './colors.ts'
import { seasonDate } from './season.ts'
import { deliveryOf, type Style, styleId } from './style.ts'
import { type StyleState, skuStateOf } from './style-states.ts'

/** More than the most SKUs of a style: 8 colours of 8 waists in 3 inseams. */
const SERIALS_PER_STYLE = 256

const datedStates: readonly StyleState[] = ['adopted', 'production', 'discontinued']

/** How many SKUs a style has: one of each colour, size and second size. */
export function skuCount({ colors, sizeRange }: Style): number {
  return colors * sizeRange.sizes.length * sizeRange.secondary.length
}

/** The SKU's id in the PLM. */
export const skuId = (style: Style, variant: number): string => `K-${style.index + 1}-${variant + 1}`

/** The SKU of a style with this variant: 0 to skuCount - 1, by colour, size and second size. */
export function skuAt(
  brand: Brand,
  style: Style,
  variant: number,
  colorways: readonly Colorway[] = colorwaysOf(style.hash, style.colors),
): DemoRecord<'sku'> {
  const { sizes, secondary } = style.sizeRange
  const serial = style.index * SERIALS_PER_STYLE + variant
  const hash = hashAt(brand.roots.sku, serial)
  const secondIndex = variant % secondary.length
  const pair = (variant - secondIndex) / secondary.length
  const sizeIndex = pair % sizes.length
  const color = at(colorways, (pair - sizeIndex) / sizes.length)
  const sizeCode = at(sizes, sizeIndex)
  const secondarySizeCode = at(secondary, secondIndex)
  const skuCode = [style.styleNumber, color.code, sizeCode, secondarySizeCode].filter((part) => part !== null).join('-')
  const gtin = gtinOf(brand.company, serial)
  return {
    kind: 'sku',
    subject: skuId(style, variant),
    changedAt: style.changedAt + 1000 * below(hash, 'changedAt', 1 + (brand.clock - style.changedAt) / 1000),
    data: {
      style: { recordId: styleId(style.index) },
      styleNumber: style.styleNumber,
      skuCode,
      colorwayCode: color.code,
      colorwayName: color.name,
      sizeCode,
      sizeIndex,
      secondarySizeCode,
      gtin,
      ...datesOf(style),
      lifecycleState: skuStateOf(style.state, hash),
      references: [
        { ...PLM, kind: 'sku_code', value: skuCode },
        { system: 'gs1', instance: 'global', kind: 'gtin', value: gtin },
      ],
    },
  }
}

/** A SKU is sold from its style's delivery, drops being three weeks apart, until the season's end. */
function datesOf(style: Style) {
  if (!datedStates.includes(style.state)) return { launchDate: null, exitDate: null }
  return {
    launchDate: seasonDate(style.season, 21 * (deliveryOf(style) - 1)),
    exitDate: style.state === 'discontinued' ? seasonDate(style.season, 180) : null,
  }
}
