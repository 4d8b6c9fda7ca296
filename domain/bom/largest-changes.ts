import type { RowChange } from './changes-of-style.ts'

/** Percentages have at most so many decimals. */
const DECIMALS = 4
/** Smaller than every percentage. */
const WITHOUT = -1n

interface Sized {
  change: RowChange
  size: bigint
}

/**
 * The `top` rows of all that are added by the size of their grossPercent as it is shown, exactly, then by match key and
 * style id; those without one come last. Never more than twice `top` rows are held.
 */
export class LargestChanges {
  readonly #top: number
  #kept: Sized[] = []
  /** The last of the `top` largest so far; what is smaller is not one of them. */
  #least: Sized | null = null

  constructor(top: number) {
    this.#top = top
  }

  add(change: RowChange): void {
    const one = { change, size: sizeOf(change.delta) }
    if (this.#least && compareSized(this.#least, one) < 0) return
    this.#kept.push(one)
    if (this.#kept.length >= 2 * this.#top) this.#cut()
  }

  /** The largest first. */
  list(): RowChange[] {
    this.#cut()
    return this.#kept.map(({ change }) => change)
  }

  #cut(): void {
    this.#kept = this.#kept.sort(compareSized).slice(0, this.#top)
    this.#least = this.#kept[this.#top - 1] ?? null
  }
}

/** The first of some changes in the order of LargestChanges; null where there is none. */
export function largestOf(changes: readonly RowChange[]): RowChange | null {
  const [first, ...others] = changes.map((change): Sized => ({ change, size: sizeOf(change.delta) }))
  return first ? others.reduce((a, b) => (compareSized(b, a) < 0 ? b : a), first).change : null
}

/** Negative when the percentage of `a` is larger; those without one come last. */
export function compareSizes(a: RowChange, b: RowChange): number {
  const [x, y] = [sizeOf(a.delta), sizeOf(b.delta)]
  return x === y ? 0 : x > y ? -1 : 1
}

/** Negative when `a` comes before `b`. Match keys and ids are ASCII. */
function compareSized(a: Sized, b: Sized): number {
  if (a.size !== b.size) return a.size > b.size ? -1 : 1
  const [keyA, keyB] = [a.change.row.matchKey, b.change.row.matchKey]
  if (keyA !== keyB) return keyA < keyB ? -1 : 1
  return a.change.row.sku.styleId < b.change.row.sku.styleId ? -1 : 1
}

/** Rows of equal groups share their delta. */
const sizes = new WeakMap<object, bigint>()

function sizeOf(delta: RowChange['delta']): bigint {
  if (delta === null || delta.grossPercent === null) return WITHOUT
  const known = sizes.get(delta) ?? scaled(delta.grossPercent)
  sizes.set(delta, known)
  return known
}

/** The size of a decimal in units of its last place that counts. */
function scaled(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}
