import { findNear } from '../../../../cypher/graph/read-graph.ts'
import { allowedEdits } from '../../../../domain/search/allowed-edits.ts'
import { formOf, formPrefix, keyOf, looseForm, type ValueKind, valuesOf } from '../../../../domain/search/found-by.ts'
import { tokenize } from '../../../../domain/search/tokens.ts'
import { compareText } from '../../../../domain/text/compare-text.ts'
import { editsBetween } from '../../../../schemas/checking/nearest-name.ts'
import type { EntityType } from '../../../../schemas/graph/entity-types.ts'
import type { Reader } from '../../../core/context.ts'
import { entityOf } from './read-entities.ts'

/** The most suggestions in one response. */
const MOST = 5
/**
 * The number of entities that one read returns, and the most reads. Each read excludes the words that were already
 * found.
 */
const ENTITIES = 50
const ROUNDS = 5
/** The most compared words. More of them take long to compare. */
const MAX_WORDS = 8
/**
 * The number of values after which the search ends. A query of the index has at most 1,024 clauses, and a response
 * shows five values.
 */
const ENOUGH = 100

/**
 * Entities of some types that match clauses of the full-text index. The types are part of the query, so that entities
 * of other types do not use up the limit.
 */
export function readNear(reader: Reader, clauses: readonly string[], types: EntityType[], limit = ENTITIES) {
  const ofTypes = types.map((type) => `foundBy:${keyOf(reader.organization, 'type', type)}`)
  return reader.read(findNear, { query: [...clauses, `+(${ofTypes.join(' ')})`].join(' '), types, limit })
}

type FoundNear = Awaited<ReturnType<typeof readNear>>[number]

/** Whether an entity of some types has a value. */
export async function isKnownValue(reader: Reader, kind: ValueKind, value: string, types: EntityType[]) {
  const clauses = [`+foundBy:${keyOf(reader.organization, kind, value)}`]
  return (await readNear(reader, clauses, types, 1)).length > 0
}

/**
 * Existing values that are similar to one that no entity has: the same in another spelling, or with at most two
 * different characters, the nearest first. If there are none, it returns all values if there are few.
 */
export async function similarValues(
  reader: Reader,
  kind: ValueKind,
  value: string,
  types: EntityType[],
): Promise<string[]> {
  const wanted = looseForm(value)
  const distance = (one: string) => editsBetween(wanted, looseForm(one), allowedEdits(wanted))
  const clause = nearClause(formOf(reader.organization, kind, value), wanted)
  // An entity with a similar value may have other values of the same kind, which are not similar.
  const near = await readValues(reader, kind, clause, types, (one) => distance(one) < Number.POSITIVE_INFINITY)
  if (near.length > 0) return nearestFirst(near, distance)
  const all = await readValues(reader, kind, `foundBy:${formPrefix(reader.organization, kind)}*`, types, () => true)
  return all.length <= MOST ? all.sort(compareText) : []
}

/**
 * The distinct values of one kind that entities matching a query have, if `isWanted` accepts them. Stops at about
 * ENOUGH values.
 */
function readValues(
  reader: Reader,
  kind: ValueKind,
  clause: string,
  types: EntityType[],
  isWanted: (value: string) => boolean,
): Promise<string[]> {
  const valuesIn = (row: FoundNear) => valuesOf(entityOf(row)).flatMap(([own, value]) => (own === kind ? [value] : []))
  const wordOf = (value: string) => keyOf(reader.organization, kind, value)
  return readTexts(reader, clause, types, (row) => valuesIn(row).filter(isWanted), wordOf)
}

/**
 * The distinct texts of the entities that match a query. It reads several times, each time excluding the texts found
 * before, and stops at about ENOUGH texts.
 * @param wordOf returns the word in the index for a text
 */
async function readTexts(
  reader: Reader,
  clause: string,
  types: EntityType[],
  textsOf: (row: FoundNear) => string[],
  wordOf: (text: string) => string,
): Promise<string[]> {
  const found = new Set<string>()
  for (let round = 0; round < ROUNDS && found.size < ENOUGH; round++) {
    const known = [...found].map((text) => `-foundBy:${wordOf(text)}`)
    const rows = await readNear(reader, [`+${clause}`, ...known], types)
    const before = found.size
    for (const row of rows) for (const text of textsOf(row)) if (found.size < ENOUGH) found.add(text)
    if (rows.length < ENTITIES || found.size === before) break
  }
  return [...found]
}

/**
 * Suggestions for a text without a match. For several words it suggests labels that have a similar word for each, or
 * one that begins with it. If there are none, and for one word, it suggests similar words of labels.
 */
export async function similarTexts(reader: Reader, text: string, types: EntityType[]): Promise<string[]> {
  const words = [...new Set(tokenize(text))].slice(0, MAX_WORDS)
  const [first] = words
  if (first === undefined || types.length === 0) return []
  if (words.length > 1) {
    const labels = await similarLabels(reader, words, types)
    if (labels.length > 0) return labels
  }
  const near = await Promise.all(words.map((word) => similarWords(reader, word, types)))
  return [...new Set(near.flat())].slice(0, MOST)
}

async function similarLabels(reader: Reader, words: readonly string[], types: EntityType[]): Promise<string[]> {
  const { organization } = reader
  const clauses = words.map((word) => {
    const form = formOf(organization, 'word', word)
    return `+(${nearClause(form, word)} foundBy:${form}*)`
  })
  const rows = await readNear(reader, clauses, types)
  const distance = (label: string) => {
    const own = tokenize(label)
    return words.reduce((sum, word) => sum + Math.min(...own.map((other) => editsBetween(word, other))), 0)
  }
  return nearestFirst([...new Set(rows.map((row) => entityOf(row).label))], distance)
}

/** Words of labels that are similar to a word, except the word itself. */
async function similarWords(reader: Reader, word: string, types: EntityType[]): Promise<string[]> {
  const edits = allowedEdits(word)
  if (edits === 0) return []
  const wordOf = (text: string) => formOf(reader.organization, 'word', text)
  const isNear = (other: string) => other !== word && editsBetween(word, other, edits) <= edits
  const textsOf = (row: FoundNear) => tokenize(entityOf(row).label).filter(isNear)
  const found = await readTexts(reader, nearClause(wordOf(word), word), types, textsOf, wordOf)
  return nearestFirst(found, (other) => editsBetween(word, other))
}

/**
 * The query clause for a word of the index and for the words that differ from it in the allowed number of characters.
 */
export function nearClause(form: string, word: string): string {
  const edits = allowedEdits(word)
  return edits === 0 ? `foundBy:${form}` : `foundBy:${form}~${edits}`
}

/** The nearest texts. Texts at the same distance are in alphabetical order. */
export function nearestFirst(texts: readonly string[], distance: (text: string) => number): string[] {
  const ranked = texts.map((text) => ({ text, edits: distance(text) }))
  return ranked
    .sort((a, b) => a.edits - b.edits || compareText(a.text, b.text))
    .slice(0, MOST)
    .map(({ text }) => text)
}
