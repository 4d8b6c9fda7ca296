import { ONE } from './decimal.ts'
import { below, type Hash } from './hash.ts'

/** Values and the running sums of their integer weights. */
export type Weights<T> = { readonly values: readonly T[]; readonly sums: readonly number[]; readonly total: number }

/** Values, each with its weight: a positive integer. */
export function weights<T>(entries: readonly (readonly [value: T, weight: number])[]): Weights<T> {
  let total = 0
  const sums = entries.map(([, weight]) => {
    total += weight
    return total
  })
  return { values: entries.map(([value]) => value), sums, total }
}

/** Ranks 0 to size - 1, each with a weight in inverse proportion to its place (Zipf, s = 1), as integers. */
export function zipf(size: number): Weights<number> {
  return weights(Array.from({ length: size }, (_, rank) => [rank, (100_000 - (100_000 % (rank + 1))) / (rank + 1)]))
}

/** The value whose share of the weights the hash falls into. */
export function choose<T>(from: Weights<T>, entity: Hash, field: string, item = 0): T {
  const ticket = below(entity, field, from.total, item)
  let low = 0
  let high = from.sums.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ticket < at(from.sums, middle)) high = middle
    else low = middle + 1
  }
  return at(from.values, low)
}

/** One of a list, all alike. */
export function oneOf<T>(list: readonly T[], entity: Hash, field: string, item = 0): T {
  return at(list, below(entity, field, list.length, item))
}

/** The item at an index that is known to be inside the list. */
export function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError(`index ${index} is outside a list of ${list.length}`)
  return item
}

/** Cuts 100 percent into at most 6 shares in halves of a percent, the first the largest; in 10^-4, their sum exact. */
export function shares(count: number, entity: Hash, field: string): number[] {
  const halves = Math.trunc(96 / count) - 4
  const rest = Array.from({ length: count - 1 }, (_, item) => (ONE / 2) * (4 + below(entity, field, halves, item)))
  return [100 * ONE - rest.reduce((sum, share) => sum + share, 0), ...rest]
}

/** Different ranks, drawn by weight: a rank that is taken already gives way to the next free one. */
export function distinctRanks(from: Weights<number>, count: number, entity: Hash, field: string): number[] {
  const ranks: number[] = []
  for (let item = 0; item < Math.min(count, from.values.length); item += 1) {
    let rank = choose(from, entity, field, item)
    while (ranks.includes(rank)) rank = (rank + 1) % from.values.length
    ranks.push(rank)
  }
  return ranks
}
