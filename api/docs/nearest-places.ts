const SUGGESTED = 5

/** A page or a section of a page. */
interface Place {
  /** Path below the docs, with the fragment of a section. */
  path: string
  name: string
}

/** Words that many addresses contain, which are ignored in the search for similar pages. */
const common = new Set([
  'docs',
  'guides',
  'operations',
  'reference',
  'read',
  'send',
  'the',
  'and',
  'to',
  'md',
  'html',
  'index',
])

/** The words of an unknown address that describe what the reader is looking for. `listChanges` is two words. */
export function wordsOfPath(path: string): string[] {
  const words = decoded(path)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !common.has(word))
  return telling.length > 0 ? telling : words
}

/**
 * The places whose addresses and names match most words of an unknown address, the best match first. Architecture
 * decisions are left out.
 */
export function nearestPlaces(path: string, places: readonly Place[]): Place[] {
  const asked = wordsOfPath(path).filter((word) => word.length > 2)
  return places
    .filter((place) => !place.path.startsWith('adr/'))
    .map((place) => ({ place, score: scoreOf(asked, wordsOf(place)) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, SUGGESTED)
    .map(({ place }) => place)
}

/** The words of a section are those of its fragment, not those of its page. */
function wordsOf({ path, name }: Place): string[] {
  return wordsOfPath(`${path.split('#').at(-1)} ${name}`)
}

/** Scores a place by how many of the words it contains, then by how few other words it has. */
function scoreOf(asked: readonly string[], own: readonly string[]): number {
  const matched = asked.reduce((sum, word) => sum + Math.max(0, ...own.map((other) => likeness(word, other))), 0)
  return matched === 0 ? 0 : matched + 1 / (10 + own.length)
}

function likeness(word: string, other: string): number {
  if (word === other) return 1
  const [shorter = '', longer = ''] = [word, other].sort((one, two) => one.length - two.length)
  if (shorter.length >= 3 && longer.startsWith(shorter)) return 0.8
  return shorter.length >= 5 && distance(word, other) <= 2 ? 0.6 : 0
}

/** The Levenshtein distance: how many characters must be inserted, deleted, or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [place, compared] of [...other].entries()) {
      const replaced = (row[place] ?? 0) + (letter === compared ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Decodes an address. An address with invalid percent-encoding is returned unchanged. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
