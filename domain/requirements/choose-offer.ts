import type { z } from 'zod'
import type { PriceBasis } from '../../schemas/bom/material-requirements.ts'
import type { Money, UnitOfMeasure } from '../../schemas/common.ts'
import { compare, divide, multiply, type Quantity, quantity, ratio } from '../quantities/quantity.ts'
import { baseUnitOf, convert } from '../quantities/units.ts'
import { compareText } from '../text/compare-text.ts'

type Unit = z.infer<typeof UnitOfMeasure>

/** A supplier's price and terms for a material, from the link between them. */
export interface Offer {
  supplier: { id: string; code: string; label: string }
  isNominated: boolean
  price: z.infer<typeof Money> | null
  /** Null if the link has no unit. Then the price is for the base unit of the material. */
  priceUom: Unit | null
  leadTimeDays: number | null
}

/** The current offers for a material, and its base unit. */
export interface OffersOfMaterial {
  baseUom: Unit | null
  offers: readonly Offer[]
}

/** A price for one unit of `uom`, which can be multiplied by a quantity. */
export interface Price {
  amount: Quantity
  currency: string
  uom: Unit
}

/** The chosen offer. If no offer has a usable price, it is the first offer, or null if there is none. */
export interface ChosenOffer {
  offer: Offer | null
  /** The unit of the price; null without a price. */
  priceUom: Unit | null
  /** Null if there is no price, or if its unit does not convert. */
  price: Price | null
  state: 'priced' | 'unpriced' | 'unconverted'
  /** Whether prices in several currencies could not be compared. */
  hasSeveralCurrencies: boolean
}

interface Priced extends Price {
  offer: Offer
}

/**
 * Chooses the offer for quantities of one dimension: the lowest price for a base unit, among the nominated suppliers or
 * all. Prices in several currencies are not compared. Then a nominated supplier wins, otherwise the first supplier
 * code.
 * @param dimension a unit of the needed quantity; prices in another dimension don't convert
 */
export function chooseOffer({ baseUom, offers }: OffersOfMaterial, basis: PriceBasis, dimension: Unit): ChosenOffer {
  const inOrder = offers.toSorted(bySupplier)
  const candidates = basis === 'lowest' ? inOrder : inOrder.filter(({ isNominated }) => isNominated)
  const stated = candidates.filter(({ price }) => price !== null)
  const priced = stated.flatMap((offer) => pricedOffer(offer, baseUom, dimension) ?? [])
  const [first] = priced
  if (!first) {
    const offer = stated[0] ?? inOrder.find(({ isNominated }) => isNominated) ?? candidates[0] ?? null
    const priceUom = stated[0] ? (stated[0].priceUom ?? baseUom) : null
    const state = stated.length > 0 ? 'unconverted' : 'unpriced'
    return { offer, priceUom, price: null, state, hasSeveralCurrencies: false }
  }
  const currencies = [...new Set(priced.map(({ currency }) => currency))].sort()
  const currency = priced.find(({ offer }) => offer.isNominated)?.currency ?? currencies[0]
  const comparable = priced.filter((one) => one.currency === currency)
  const [least = first] = comparable.toSorted((a, b) => compare(perBaseUnit(a), perBaseUnit(b)))
  const { offer, ...price } = least
  return { offer, priceUom: price.uom, price, state: 'priced', hasSeveralCurrencies: currencies.length > 1 }
}

/** Sorts nominated suppliers first, then by code and ID. */
function bySupplier(a: Offer, b: Offer): number {
  if (a.isNominated !== b.isNominated) return a.isNominated ? -1 : 1
  return compareText(a.supplier.code, b.supplier.code) || compareText(a.supplier.id, b.supplier.id)
}

function pricedOffer(offer: Offer, baseUom: Unit | null, dimension: Unit): Priced | null {
  const uom = offer.priceUom ?? baseUom
  if (offer.price === null || uom === null || baseUnitOf(uom) !== baseUnitOf(dimension)) return null
  return { offer, amount: quantity(offer.price.amount), currency: offer.price.currency, uom }
}

/** Returns the price for one base unit of its dimension. */
function perBaseUnit({ amount, uom }: Price): Quantity {
  return divide(amount, convert(ratio(1n), uom, baseUnitOf(uom)) ?? ratio(1n))
}

/** Returns the cost of a quantity, or null if its unit does not convert to that of the price. */
export function costOf(amount: Quantity, uom: Unit, price: Price): Quantity | null {
  const converted = convert(amount, uom, price.uom)
  return converted && multiply(converted, price.amount)
}
