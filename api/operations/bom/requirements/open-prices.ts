import type { PriceOf } from '../../../../domain/bom/changes/cost-effects.ts'
import { chooseOffer, type OffersOfMaterial, type Price } from '../../../../domain/requirements/choose-offer.ts'
import type { PriceBasis } from '../../../../schemas/bom/material-requirements.ts'
import type { Context } from '../../../core/context.ts'
import { readOffers } from './read-offers.ts'

/** Today's prices of materials. Each price is read once. */
export interface Prices {
  /** Reads the prices of the materials that are not yet loaded. */
  load(materialIds: Iterable<string>): Promise<void>
  /** Returns the price of a loaded material. */
  priceOf: PriceOf
}

/** Returns null if no prices are requested, or if the caller lacks the scope for them. */
export function openPrices(context: Context, basis: PriceBasis): Prices | null {
  if (basis === 'none' || !context.scopes.has('graph:read')) return null
  const offers = new Map<string, OffersOfMaterial | null>()
  const prices = new Map<string, Price | null>()
  return {
    async load(materialIds) {
      const wanted = [...new Set(materialIds)].filter((id) => !offers.has(id))
      const found = await readOffers(context, wanted)
      for (const id of wanted) offers.set(id, found.get(id) ?? null)
    },
    priceOf(materialId, dimension) {
      const key = `${materialId} ${dimension}`
      const known = prices.get(key)
      if (known !== undefined) return known
      const own = offers.get(materialId) ?? null
      const price = own && chooseOffer(own, basis, dimension).price
      prices.set(key, price)
      return price
    },
  }
}
