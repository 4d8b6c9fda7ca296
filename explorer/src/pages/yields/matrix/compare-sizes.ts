const text = new Intl.Collator('en', { numeric: true })

/** Letters by how far they are from M: S is -1, XL and 1XL are 2, 3XL is 4; of `S/M` what lies between. */
function letterRank(size: string): number | null {
  const parts = size.toUpperCase().split(/[/-]/)
  const ranks = parts.map((part) => {
    if (part === 'M') return 0
    const { count, marks, end } = /^(?<count>\d{0,2})(?<marks>X*)(?<end>[SL])$/.exec(part)?.groups ?? {}
    if (marks === undefined || (count !== '' && marks !== 'X')) return null
    const distance = 1 + (count === '' ? marks.length : Number(count))
    return end === 'S' ? -distance : distance
  })
  const known = ranks.filter((rank) => rank !== null)
  return known.length < ranks.length ? null : known.reduce((sum, rank) => sum + rank, 0) / known.length
}

/** The numbers of sizes that consist of them: `38`, `10.5`, `32/30`, `32x34`. */
function numbersOf(size: string): number[] | null {
  return /^\d+(?:\.\d+)?(?:[/x-]\d+(?:\.\d+)?)*$/i.test(size) ? size.split(/[/x-]/i).map(Number) : null
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, place) => number !== b[place])
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? Number.NEGATIVE_INFINITY)
}

/** Orders texts with the numbers in them by their value; what has none comes last. */
export function compareText(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : text.compare(a, b)
}

/** Orders sizes as people do: XS, S, M, L, XL …, then numbers by their value, then other texts, then what has no size. */
export function compareSizes(a: string | null, b: string | null): number {
  if (a === null || b === null) return compareText(a, b)
  const [letterA, letterB] = [letterRank(a), letterRank(b)]
  if (letterA !== null && letterB !== null) return letterA - letterB || text.compare(a, b)
  if (letterA !== null || letterB !== null) return letterA === null ? 1 : -1
  const [numbersA, numbersB] = [numbersOf(a), numbersOf(b)]
  if (numbersA !== null && numbersB !== null) return compareNumbers(numbersA, numbersB) || text.compare(a, b)
  if (numbersA !== null || numbersB !== null) return numbersA === null ? 1 : -1
  return text.compare(a, b)
}
