import type { Relationship } from '@tenant-data/client'

/** What a supplier calls a material, and what it costs. */
export interface SupplyTerms {
  mpn: string | null
  price: { amount: string; currency: string } | null
  /** The unit that the price is for. Null for the base unit of the material. */
  priceUom: string | null
}

const none: SupplyTerms = { mpn: null, price: null, priceUom: null }

/** The terms that a relationship contains. Suppliers of materials have all of them, BOM lines an article number. */
export function supplyTermsOf(row: Relationship): SupplyTerms {
  if (row.type === 'USES_MATERIAL') return { ...none, mpn: row.properties.mpn }
  if (row.type !== 'SUPPLIED_BY') return none
  const { mpn, price, priceUom = null } = row.properties
  return { mpn, price, priceUom }
}

/** The unit of a price: `EUR/MTR`, or `EUR/base unit` if the base unit is not known. */
export function priceUnit({ price, priceUom }: SupplyTerms, baseUom: string | null = null): string | undefined {
  return price === null ? undefined : `${price.currency}/${priceUom ?? baseUom ?? 'base unit'}`
}
