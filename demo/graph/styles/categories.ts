import { type Weights, weights } from '../values/choose.ts'
import { letters, lettersOrNumbers, oneSize, type SizeRange, waistAndInseam, waistOnly } from './size-ranges.ts'

/** What the styles of a category have in common; `cost` is the range of target costs in hundredths. */
export type Category = {
  readonly name: string
  readonly noun: string
  readonly subcategories: readonly string[]
  readonly sizeRanges: Weights<SizeRange>
  readonly genders: Weights<string>
  readonly hsCode: string
  readonly cost: readonly [from: number, to: number]
}

const anyone = weights([
  ['women', 48],
  ['men', 36],
  ['kids', 10],
  ['unisex', 6],
])

const womenAndGirls = weights([
  ['women', 90],
  ['kids', 10],
])

/** `words` are the noun of the style's name, which may be empty, and the subcategories. */
function category(
  name: string,
  words: string,
  hsCode: string,
  cost: [number, number],
  sizeRanges = letters,
  genders = anyone,
): Category {
  const [noun = '', ...subcategories] = words.split(' ')
  return { name, noun, subcategories, sizeRanges, genders, hsCode, cost }
}

/** Categories with their shares of the styles in percent. */
export const categories = weights([
  [category('tee', 'Tee crew v_neck henley long_sleeve', '6109.10', [280, 900]), 22],
  [category('shirt', 'Shirt oxford work resort camp', '6205.20', [620, 1900]), 12],
  [category('sweater', 'Sweater crew cardigan rollneck cable', '6110.11', [900, 3200]), 10],
  [category('pants', 'Pants chino cargo tailored pleated', '6203.42', [780, 2400], waistOnly), 13],
  [category('jeans', 'Jeans slim straight wide tapered', '6203.42', [950, 2600], waistAndInseam), 6],
  [category('dress', 'Dress shirt wrap slip midi', '6204.42', [980, 3400], lettersOrNumbers, womenAndGirls), 12],
  [category('skirt', 'Skirt mini midi pleated wrap', '6204.52', [640, 1800], lettersOrNumbers, womenAndGirls), 5],
  [category('jacket', 'Jacket bomber field quilted trucker', '6201.40', [1800, 7200]), 10],
  [category('sweat', 'Sweatshirt hooded crew full_zip half_zip', '6110.20', [720, 2200]), 6],
  [category('accessory', ' cap scarf belt tote', '6217.10', [180, 1200], oneSize), 4],
])
