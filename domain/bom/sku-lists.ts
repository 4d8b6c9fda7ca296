/** Sorted IDs of SKUs. `SkuLists` keeps one object for equal lists, so rows can refer to a list without a copy. */
export type SkuList = readonly string[]

/**
 * Keeps one object for all equal lists of SKUs. Most lines of a style apply to the same SKUs, so there are far fewer
 * lists than lines, and each result for a list is computed once.
 */
export class SkuLists {
  readonly #known = new Map<string, SkuList>()
  readonly #parts = new WeakMap<object, Map<SkuList, ReadonlyMap<string | null, SkuList>>>()

  /** Returns the kept list that equals the given one. */
  of(skuIds: SkuList): SkuList {
    const key = skuIds.join(' ')
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, skuIds)
    return skuIds
  }

  /**
   * Splits a list from `of` by a value of its SKUs. SKUs with the value undefined are left out.
   * @param owner the object that determines the values; the result is cached by it
   */
  partsOf(
    list: SkuList,
    owner: object,
    partOf: (skuId: string) => string | null | undefined,
  ): ReadonlyMap<string | null, SkuList> {
    const ofOwner = this.#parts.get(owner) ?? new Map<SkuList, ReadonlyMap<string | null, SkuList>>()
    this.#parts.set(owner, ofOwner)
    const parts = ofOwner.get(list) ?? this.#makeParts(list, partOf)
    ofOwner.set(list, parts)
    return parts
  }

  #makeParts(list: SkuList, partOf: (skuId: string) => string | null | undefined): ReadonlyMap<string | null, SkuList> {
    const parts = new Map<string | null, SkuList>()
    for (const [value, skuIds] of Map.groupBy(list, partOf)) {
      if (value !== undefined) parts.set(value, this.of(skuIds))
    }
    return parts
  }
}

/** Counts the different SKUs in lists. */
export function countSkus(lists: Iterable<SkuList>): number {
  const skuIds = new Set<string>()
  for (const list of lists) for (const skuId of list) skuIds.add(skuId)
  return skuIds.size
}
