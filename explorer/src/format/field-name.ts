/** A field of the API as a name: `grossYieldBase` is `Gross yield base`, `skuId` is `SKU ID`. */
export function fieldName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  const known = words.replaceAll(/\b(?:id|bom|sku|mpn|uom|gtin|hs)\b/g, (word) => word.toUpperCase())
  return known.charAt(0).toUpperCase() + known.slice(1)
}
