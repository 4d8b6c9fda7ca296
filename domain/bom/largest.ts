/**
 * Collects the `top` items that come first in an order. Memory is limited to twice `top` items.
 * @param compare orders the items; items that are not the same must not be equal
 */
export class Largest<T> {
  readonly #top: number
  readonly #compare: (a: T, b: T) => number
  #kept: T[] = []
  /** The last of the `top` first items so far. Later ones are dropped immediately. */
  #least: T | null = null

  constructor(top: number, compare: (a: T, b: T) => number) {
    this.#top = top
    this.#compare = compare
  }

  add(item: T): void {
    if (this.#least !== null && this.#compare(this.#least, item) < 0) return
    this.#kept.push(item)
    if (this.#kept.length >= 2 * this.#top) this.#cut()
  }

  /** Returns the collected items in order. */
  list(): T[] {
    this.#cut()
    return this.#kept
  }

  #cut(): void {
    this.#kept = this.#kept.sort(this.#compare).slice(0, this.#top)
    this.#least = this.#kept[this.#top - 1] ?? null
  }
}
