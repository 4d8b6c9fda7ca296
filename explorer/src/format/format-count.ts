/** A count with its word, as `1 row` or `12,000 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** A code of the API as words: `QUANTITY_MISMATCH` is `Quantity mismatch`, `bom_publication` is `Bom publication`. */
export function formatCode(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  const known = words.replaceAll(/\b(?:bom|sku|erp|plm|uom|mpn|id)\b/g, (word) => word.toUpperCase())
  return known.charAt(0).toUpperCase() + known.slice(1)
}
