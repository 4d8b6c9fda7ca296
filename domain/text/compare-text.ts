/**
 * Compares texts by their bytes in UTF-8, like the indexes of the graph. JavaScript compares UTF-16 units, which sorts
 * characters beyond U+FFFF before U+E000.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return rankOf(x) - rankOf(y)
  }
  return a.length - b.length
}

/** Ranks surrogates above all other units. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
