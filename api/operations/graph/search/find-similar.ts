import { findNear } from '../../../../cypher/graph/read-graph.ts'
import { formOf, formPrefix, keyOf, looseForm, type ValueKind, valuesOf } from '../../../../domain/search/found-by.ts'
import { tokenize } from '../../../../domain/search/tokens.ts'
import { compareText } from '../../../../domain/text/compare-text.ts'
import { editsBetween } from '../../../../schemas/checking/nearest-name.ts'
import type { EntityType } from '../../../../schemas/graph/entity-types.ts'
import type { Reader } from '../../../core/context.ts'
import { entityOf } from './read-entities.ts'

/** Suggestions of one response. */
const MOST = 5
/** Entities that are read at once, and how often: each time without the words that were found before. */
const ENTITIES = 50
const ROUNDS = 5
/** Longer texts are compared with a long time and little use. */
const MAX_WORDS = 8
const MAX_LENGTH = 64
/** Values that are looked for; a query of the index takes at most 1,024 clauses, and five are shown. */
const ENOUGH = 100

/** How many letters of a word may be wrong: of short ones fewer, which would be near to anything. */
function allowedEdits(word: string): number {
  if (word.length < 3 || word.length > MAX_LENGTH) return 0
  return word.length < 5 ? 1 : 2
}

/** Entities of some types with words of the index. The types are part of the query, so that others take no place among them. */
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
 * Values that entities have and that are near one that none has: the same in another writing or within two letters, the nearest
 * first; else all, when there are few.
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
  // What has a value that is near may have others of the kind.
  const near = await readValues(reader, kind, clause, types, (one) => distance(one) < Number.POSITIVE_INFINITY)
  if (near.length > 0) return nearestFirst(near, distance)
  const all = await readValues(reader, kind, `foundBy:${formPrefix(reader.organization, kind)}*`, types, () => true)
  return all.length <= MOST ? all.sort(compareText) : []
}

/** The different values of one kind that the entities of a query have and that are wanted, about ENOUGH at most. */
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
 * The different texts of the entities of a query, about ENOUGH at most: round by round, each without the texts found before.
 * @param wordOf the word of the index for a text
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
 * What a text without a match may have meant: for one word the words of labels within two letters; for several, labels that
 * have such a word for each, or its beginning; else words for each that is in no label.
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

/** Words of labels that are near a word, but not that word. */
async function similarWords(reader: Reader, word: string, types: EntityType[]): Promise<string[]> {
  const edits = allowedEdits(word)
  if (edits === 0) return []
  const wordOf = (text: string) => formOf(reader.organization, 'word', text)
  const isNear = (other: string) => other !== word && editsBetween(word, other, edits) <= edits
  const textsOf = (row: FoundNear) => tokenize(entityOf(row).label).filter(isNear)
  const found = await readTexts(reader, nearClause(wordOf(word), word), types, textsOf, wordOf)
  return nearestFirst(found, (other) => editsBetween(word, other))
}

/** The clause of a query for a word of the index and for those that differ from it in as many letters as are allowed. */
export function nearClause(form: string, word: string): string {
  const edits = allowedEdits(word)
  return edits === 0 ? `foundBy:${form}` : `foundBy:${form}~${edits}`
}

/** The nearest texts, ties by their order. */
export function nearestFirst(texts: readonly string[], distance: (text: string) => number): string[] {
  const ranked = texts.map((text) => ({ text, edits: distance(text) }))
  return ranked
    .sort((a, b) => a.edits - b.edits || compareText(a.text, b.text))
    .slice(0, MOST)
    .map(({ text }) => text)
}
