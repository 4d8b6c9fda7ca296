import type { Brand } from '../../brand.ts'
import { changedWithin } from '../../event.ts'
import { choose, weights } from '../values/choose.ts'
import { between, type Hash, happens, hashAt } from '../values/hash.ts'
import { type Category, categories } from './categories.ts'
import { type Season, seasonNumberAt, seasonOf } from './season.ts'
import type { SizeRange } from './size-ranges.ts'
import { type StyleState, stateOf } from './style-states.ts'

/** The decisions about a style that its SKUs, links and bills of materials share. */
export type Style = {
  readonly index: number
  readonly hash: Hash
  readonly season: Season
  readonly styleNumber: string
  readonly category: Category
  readonly sizeRange: SizeRange
  readonly colors: number
  readonly state: StyleState
  readonly changedAt: number
  readonly origin: Hash
}

const colorCounts = weights([
  [1, 25],
  [2, 27],
  [3, 22],
  [4, 13],
  [5, 7],
  [6, 4],
  [8, 2],
])

/** The style's id in the PLM. */
export const styleId = (index: number): string => `S-${index + 1}`

const hashOf = (brand: Brand, index: number): Hash => hashAt(brand.roots.style, index)

/** True of one style in four, also of those whose predecessor is older than the brand's seasons. */
export const isCarryover = (brand: Brand, index: number): boolean => happens(hashOf(brand, index), 'carryover', 250)

/** The season of a style: equal blocks of indexes, the oldest first. */
function seasonNumber(brand: Brand, index: number): number {
  return brand.firstSeason + (index - (index % brand.stylesPerSeason)) / brand.stylesPerSeason
}

/** The style of the season before that this one carries on, or null: the same place in the block before. */
export function predecessorOf(brand: Brand, index: number): number | null {
  return isCarryover(brand, index) && index >= brand.stylesPerSeason ? index - brand.stylesPerSeason : null
}

/** A carried-over style keeps what it is (name, category, sizes) and gets a new number, colours and price. */
function originOf(brand: Brand, index: number): Hash {
  const predecessor = predecessorOf(brand, index)
  return predecessor === null ? hashOf(brand, index) : originOf(brand, predecessor)
}

/** `QM27-0412`: both seasons of a year share one run of numbers. */
function styleNumberOf(brand: Brand, index: number, { year, half }: Season): string {
  const place = half * brand.stylesPerSeason + (index % brand.stylesPerSeason) + 1
  return `${brand.prefix}${`${year % 100}`.padStart(2, '0')}-${`${place}`.padStart(4, '0')}`
}

/** The style with this index, from 0. */
export function styleAt(brand: Brand, index: number): Style {
  const hash = hashOf(brand, index)
  const origin = originOf(brand, index)
  const number = seasonNumber(brand, index)
  const season = seasonOf(number)
  const category = choose(categories, origin, 'category')
  return {
    index,
    hash,
    season,
    styleNumber: styleNumberOf(brand, index, season),
    category,
    sizeRange: choose(category.sizeRanges, origin, 'sizeRange'),
    colors: choose(colorCounts, hash, 'colors'),
    state: stateOf(hash, number - seasonNumberAt(brand.clock)),
    changedAt: changedWithin(brand, hash, 300),
    origin,
  }
}

/** The drop of its season in which a style is delivered: 1 to 3. */
export const deliveryOf = (style: Style): number => between(style.hash, 'delivery', 1, 3)
