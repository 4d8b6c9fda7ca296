/** A field of the API as a name: `grossYieldBase` is `Gross yield base`, `skuId` is `SKU ID`. */
export function fieldName(name: string): string {
  return asName(name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'), /\b(?:id|bom|sku|mpn|uom|gtin|hs)\b/g)
}

/** A code of the API as words: `QUANTITY_MISMATCH` is `Quantity mismatch`, `bom_publication` is `BOM publication`. */
export function formatCode(code: string): string {
  return asName(code.replaceAll('_', ' '), /\b(?:bom|sku|erp|plm|uom|mpn|id)\b/g)
}

/** Words with an uppercase first character, and acronyms in uppercase. */
function asName(words: string, acronyms: RegExp): string {
  const text = words.toLowerCase().replaceAll(acronyms, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
