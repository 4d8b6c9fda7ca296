import { type Weights, weights } from '../values/choose.ts'

/** Sizes in selling order, the size that patterns are graded from, and second sizes (inseams) where there are any. */
export type SizeRange = {
  readonly sizes: readonly string[]
  readonly sampleSize: string
  readonly secondary: readonly (string | null)[]
}

const range = (sizes: string, sampleSize: string, secondary: (string | null)[] = [null]): SizeRange => ({
  sizes: sizes.split(' '),
  sampleSize,
  secondary,
})

const waists = range('28 29 30 31 32 33 34 36 38 40', '32')

export const letters = weights([
  [range('XS S M L XL', 'M'), 30],
  [range('XS S M L XL XXL', 'M'), 40],
  [range('XS S M L XL XXL 3XL', 'M'), 30],
])

/** Dresses and skirts: letters, or European numbers. */
export const lettersOrNumbers = weights([
  [range('XS S M L XL XXL', 'M'), 50],
  [range('34 36 38 40 42 44 46', '40'), 50],
])

export const waistOnly: Weights<SizeRange> = weights([[waists, 1]])

export const waistAndInseam = weights([
  [waists, 60],
  [range('28 29 30 31 32 33 34', '32', ['32', '34']), 20],
  [range('28 30 31 32 33 34 36 38', '32', ['30', '32', '34']), 20],
])

export const oneSize = weights([
  [range('OS', 'OS'), 80],
  [range('S M L', 'M'), 20],
])
