import type { Style } from '../../graph/styles/style.ts'
import { at } from '../../graph/values/choose.ts'
import { ONE } from '../../graph/values/decimal.ts'
import type { MaterialType } from '../../graph/values/ranges.ts'

/**
 * What a garment of a category takes: how many lines of cloth and of trims, and the main cloth with its yield for one
 * garment of the sample size in 10^-4 of its unit. Staples come on top.
 */
export type Recipe = {
  readonly cloths: readonly [from: number, to: number]
  readonly trims: readonly [from: number, to: number]
  readonly main: { readonly type: 'fabric' | 'yarn'; readonly uom: 'MTR' | 'KGM'; readonly base: number }
  readonly isLined: boolean
}

/** A metre of knitted cloth weighs about 200 g. */
export const KNIT_PER_METRE = ONE / 5

const woven = (centimetres: number): Recipe['main'] => ({ type: 'fabric', uom: 'MTR', base: (centimetres * ONE) / 100 })
const knit = (centimetres: number): Recipe['main'] => ({
  type: 'fabric',
  uom: 'KGM',
  base: (centimetres * KNIT_PER_METRE) / 100,
})
const recipe = (
  main: Recipe['main'],
  cloths: Recipe['cloths'],
  trims: Recipe['trims'],
  { isLined = false } = {},
): Recipe => ({ main, cloths, trims, isLined })

const recipes: Readonly<Record<string, Recipe>> = {
  tee: recipe(knit(92), [1, 2], [7, 10]),
  shirt: recipe(woven(155), [1, 3], [11, 17]),
  sweater: recipe({ type: 'yarn', uom: 'KGM', base: (42 * ONE) / 100 }, [1, 3], [6, 10]),
  pants: recipe(woven(128), [2, 4], [11, 18], { isLined: true }),
  jeans: recipe(woven(135), [2, 4], [13, 19], { isLined: true }),
  dress: recipe(woven(185), [2, 4], [9, 16], { isLined: true }),
  skirt: recipe(woven(98), [1, 3], [9, 14], { isLined: true }),
  jacket: recipe(woven(195), [3, 7], [20, 34], { isLined: true }),
  sweat: recipe(knit(145), [1, 3], [9, 13]),
  accessory: recipe(woven(35), [1, 2], [6, 8]),
}

const otherwise = recipe(woven(100), [1, 2], [6, 10])

/** The recipe of a style, by its category. */
export const recipeOf = ({ category }: Style): Recipe => recipes[category.name] ?? otherwise

const places: Readonly<Record<MaterialType, readonly string[]>> = {
  fabric: ['body', 'back yoke', 'sleeve', 'collar', 'cuff', 'pocket', 'waistband', 'facing'],
  yarn: ['body', 'rib', 'stripe', 'collar'],
  lining: ['body lining', 'pocket bag', 'sleeve lining', 'waistband lining', 'hood lining'],
  interlining: ['collar', 'cuff', 'placket', 'waistband'],
  trim: ['front placket', 'cuff', 'collar', 'waistband', 'pocket', 'hem', 'fly', 'inside'],
  label: ['center back neck', 'side seam', 'hem', 'sleeve'],
  thread: ['overlock', 'topstitch', 'buttonholes'],
  packaging: ['folding', 'inner pack', 'outer pack'],
  artwork: ['chest', 'back', 'sleeve'],
  leather: ['back waistband', 'zip puller'],
}

/** Where on the garment the material of a section goes. */
export const placementIn = (section: MaterialType, place: number): string => {
  const list = places[section]
  return at(list, place % list.length)
}
