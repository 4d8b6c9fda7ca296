/** The name that is most similar to an unknown one, or null if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const wanted = plain(given)
  if (wanted === '' || wanted.length > MAX_LENGTH) return null
  const distances = names.map((name) => ({ name, distance: distanceBetween(wanted, plain(name)) }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance < FAR ? nearest.name : null
}

/**
 * The same for a field that a person may know by another word, such as `baseUnit` for `baseUom`. If no name is similar,
 * it is one with the same letters in another order, such as `fibre` for `fiber`, or the one with the longest common
 * beginning, which is at least half of the unknown name.
 */
export function nearestField(given: string, names: readonly string[]): string | null {
  const wanted = plain(given)
  const near = nearestName(given, names)
  if (near !== null || wanted === '' || wanted.length > MAX_LENGTH) return near
  const swapped = names.find((name) => sortedLetters(plain(name)) === sortedLetters(wanted))
  if (swapped !== undefined) return swapped
  const least = Math.max(MIN_COMMON, wanted.length / 2)
  const lengths = names.map((name) => ({ name, length: commonLength(wanted, plain(name)) }))
  const [longest, next] = lengths.filter(({ length }) => length >= least).sort((a, b) => b.length - a.length)
  return longest && longest.length !== next?.length ? longest.name : null
}

const sortedLetters = (name: string) => [...name].sort().join('')

const MIN_COMMON = 4

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

const MAX_LENGTH = 64
const FAR = 10

/** Removes case and separators: `entity_id`, `EntityID`, and `entityId` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/** 0 for the same name, up to 3 for mistyped characters, and more for a name that begins or ends with the other. */
function distanceBetween(a: string, b: string): number {
  const edits = editsBetween(a, b)
  if (edits <= Math.min(3, Math.floor(Math.max(a.length, b.length) / 3))) return edits
  if (a.startsWith(b) || b.startsWith(a)) return 4
  return a.endsWith(b) || b.endsWith(a) ? 5 : FAR
}

/**
 * The Levenshtein distance, which counts inserted, deleted, and replaced characters:
 * https://en.wikipedia.org/wiki/Levenshtein_distance
 * @returns Infinity if the distance is more than `most`, which is detected early
 */
export function editsBetween(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
    if (row.every((edits) => edits > most)) return Number.POSITIVE_INFINITY
  }
  const edits = row.at(-1) ?? 0
  return edits > most ? Number.POSITIVE_INFINITY : edits
}
