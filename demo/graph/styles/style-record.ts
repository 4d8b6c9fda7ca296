import type { Brand } from '../../brand.ts'
import { type DemoRecord, PLM } from '../../event.ts'
import { choose, oneOf, weights } from '../values/choose.ts'
import { decimal, ONE } from '../values/decimal.ts'
import { between, draw } from '../values/hash.ts'
import { invented, withOddNames } from '../values/words.ts'
import { colorwaysOf } from './colors.ts'
import { deliveryOf, isCarryover, type Style, styleId } from './style.ts'

const divisions: Readonly<Record<string, string>> = { women: 'Womenswear', men: 'Menswear', kids: 'Kidswear' }

const developmentTypes = weights([
  ['new', 90],
  ['reorder', 7],
  ['special', 3],
])

/** The PLM's record of a style. */
export function styleRecord(brand: Brand, style: Style): DemoRecord<'style'> {
  const { category, hash, index, origin, season, sizeRange, styleNumber } = style
  const gender = choose(category.genders, origin, 'gender')
  const subcategory = oneOf(category.subcategories, origin, 'subcategory')
  const [from, to] = category.cost
  return {
    kind: 'style',
    subject: styleId(index),
    changedAt: style.changedAt,
    data: {
      styleNumber,
      name: nameOf(style, subcategory),
      brand: brand.name,
      division: divisions[gender] ?? 'Unisex',
      gender,
      category: category.name,
      subcategory,
      season: season.code,
      seasonYear: season.year,
      delivery: `D${deliveryOf(style)}`,
      developmentType: developmentTypeOf(brand, style),
      sizes: [...sizeRange.sizes],
      sampleSize: sizeRange.sampleSize,
      colorways: colorwaysOf(hash, style.colors),
      hsCode: category.hsCode,
      targetCost: { amount: decimal((between(hash, 'cost', from, to) * ONE) / 100), currency: 'USD' },
      lifecycleState: style.state,
      references: [{ ...PLM, kind: 'style_number', value: styleNumber }],
    },
  }
}

function nameOf({ category, index, origin }: Style, subcategory: string): string {
  const kind = subcategory.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return withOddNames([invented(draw(origin, 'name')), kind, category.noun].join(' ').trim(), index, 17)
}

function developmentTypeOf(brand: Brand, { hash, index }: Style): string {
  if (isCarryover(brand, index)) return 'carryover'
  return choose(developmentTypes, hash, 'developmentType')
}
