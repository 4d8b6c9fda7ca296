import { Largest } from '../largest.ts'
import type { RowChange } from './changes-of-style.ts'

/** Number of decimals that percentages have at most. */
const DECIMALS = 4
/** The size of a row without a percentage. It is smaller than every percentage. */
const WITHOUT = -1n

interface Sized {
  change: RowChange
  size: bigint
}

/**
 * Collects the `top` changes with the largest absolute `grossPercent`, compared exactly as shown, then by match key and
 * style ID. Rows without a percentage come last. Memory is limited to twice `top` rows.
 */
export class LargestChanges {
  readonly #largest: Largest<Sized>

  constructor(top: number) {
    this.#largest = new Largest(top, compareSized)
  }

  add(change: RowChange): void {
    this.#largest.add({ change, size: sizeOf(change.delta) })
  }

  /** Returns the collected changes, the largest first. */
  list(): RowChange[] {
    return this.#largest.list().map(({ change }) => change)
  }
}

/** Returns the largest change in the order of LargestChanges, or null if the list is empty. */
export function largestOf(changes: readonly RowChange[]): RowChange | null {
  const [first, ...others] = changes.map((change): Sized => ({ change, size: sizeOf(change.delta) }))
  return first ? others.reduce((a, b) => (compareSized(b, a) < 0 ? b : a), first).change : null
}

/** Compares percentages for sorting, the largest first. Rows without a percentage come last. */
export function compareSizes(a: RowChange, b: RowChange): number {
  const [x, y] = [sizeOf(a.delta), sizeOf(b.delta)]
  return x === y ? 0 : x > y ? -1 : 1
}

/** Compares rows for sorting. Match keys and IDs are ASCII, so JavaScript's order of texts fits. */
function compareSized(a: Sized, b: Sized): number {
  if (a.size !== b.size) return a.size > b.size ? -1 : 1
  const [keyA, keyB] = [a.change.row.matchKey, b.change.row.matchKey]
  if (keyA !== keyB) return keyA < keyB ? -1 : 1
  return a.change.row.sku.styleId < b.change.row.sku.styleId ? -1 : 1
}

/** Caches the size by delta, because rows of the same groups share their delta object. */
const sizes = new WeakMap<object, bigint>()

function sizeOf(delta: RowChange['delta']): bigint {
  if (delta === null || delta.grossPercent === null) return WITHOUT
  const known = sizes.get(delta) ?? scaled(delta.grossPercent)
  sizes.set(delta, known)
  return known
}

/** Returns a decimal as an integer number of its last possible decimal place. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}
