/** Ids of SKUs in their order. Equal lists are one object, so that lists can be kept for rows without growing with them. */
export type SkuList = readonly string[]

/**
 * Keeps each list of SKUs once. Most lines of a style are for the same SKUs, so there are far fewer lists than lines, and
 * what is derived of a list is derived once.
 */
export class SkuLists {
  readonly #known = new Map<string, SkuList>()
  readonly #parts = new WeakMap<object, Map<SkuList, ReadonlyMap<string | null, SkuList>>>()

  /** The one list that is equal to a list. */
  of(skuIds: SkuList): SkuList {
    const key = skuIds.join(' ')
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, skuIds)
    return skuIds
  }

  /**
   * The parts of a list of `of` by what its SKUs have; SKUs without any (undefined) are in no part.
   * @param owner what the values follow from: parts are made once for each
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

/** How many different SKUs are in some lists. */
export function countSkus(lists: Iterable<SkuList>): number {
  const skuIds = new Set<string>()
  for (const list of lists) for (const skuId of list) skuIds.add(skuId)
  return skuIds.size
}
