/** A field of the API as a name: `grossYieldBase` is `Gross yield base`, `skuId` is `SKU ID`. */
export function fieldName(name: string): string {
  return asName(name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'), /\b(?:id|bom|sku|mpn|uom|gtin|hs)\b/g)
}

/** A code of the API as words: `QUANTITY_MISMATCH` is `Quantity mismatch`, `bom_publication` is `BOM publication`. */
export function formatCode(code: string): string {
  return asName(code.replaceAll('_', ' '), /\b(?:bom|sku|erp|plm|wms|uom|mpn|gtin|id)\b/g)
}

/** Words with an uppercase first character, and acronyms in uppercase. */
function asName(words: string, acronyms: RegExp): string {
  const text = words.toLowerCase().replaceAll(acronyms, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The plural of a word, or of the last word of a text: `factory` is `factories`, `live row` is `live rows`. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
