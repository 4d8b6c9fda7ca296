// The search. The server makes the index with these options, and the page queries it.
import { fieldWeights, stopWords, synonyms, weightOf } from './ranking.js'

/**
 * Only words of at least this length match misspellings, because a shorter word with one other letter is often another
 * word.
 */
const FUZZY_FROM = 8
const SYNONYM_WEIGHT = 0.6

export const indexOptions = {
  fields: Object.keys(fieldWeights),
  storeFields: ['key', 'title', 'page', 'url', 'text'],
  processTerm: singular,
}

const searchOptions = {
  boost: fieldWeights,
  boostDocument: (_id, _term, { url }) => weightOf(url),
}

/** Phrases as lists of words, the longest first, each with its synonyms. */
const phrases = synonyms
  .flatMap((group) =>
    group.map((one) => ({ words: wordsOf(one), others: group.filter((other) => other !== one).map(wordsOf) })),
  )
  .sort((one, other) => other.words.length - one.words.length)

/** The best hits. A problem code or an operation ID that begins with the query comes first. */
export function find(index, asked, limit = 12) {
  const query = asked.trim()
  const queries = partsOf(wordsOf(query)).map((part) => queryOf(part, index))
  if (queries.length === 0) return []
  const strict = index.search({ combineWith: 'AND', queries }, searchOptions)
  const hits = strict.length > 0 ? strict : index.search({ combineWith: 'OR', queries }, searchOptions)
  const typed = plain(query)
  const rankOf = ({ key }) => {
    if (key === null || typed.length < 3) return 0
    if (plain(key) === typed) return 2
    return plain(key).startsWith(typed) ? 1 : 0
  }
  return hits.sort((one, other) => rankOf(other) - rankOf(one) || other.score - one.score).slice(0, limit)
}

/**
 * Splits a query into parts that must all be found: a phrase with synonyms, or a word. Stop words are left out unless
 * the query has only these.
 */
function partsOf(words) {
  const parts = []
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at)
    const own = phrases.filter((phrase) => phrase.words.every((word, place) => word === rest[place]))
    const length = own[0]?.words.length ?? 1
    const longest = own.filter((phrase) => phrase.words.length === length)
    parts.push({ words: rest.slice(0, length), others: longest.flatMap(({ others }) => others) })
    at += length
  }
  const telling = parts.filter((part) => part.words.length > 1 || !stopWords.has(part.words[0]))
  return telling.length > 0 ? telling : parts
}

function queryOf({ words, others }, index) {
  const own = words.map((word) => wordQuery(word, index))
  const alike = others.map((phrase) => ({
    combineWith: 'AND',
    queries: phrase,
    prefix: false,
    fuzzy: false,
    boostTerm: () => SYNONYM_WEIGHT,
  }))
  return { combineWith: 'OR', queries: [{ combineWith: 'AND', queries: own }, ...alike] }
}

/** The query for a word: the word, its plural or singular, and misspellings if the index does not contain the word. */
function wordQuery(word, index) {
  const prefix = word.length > 1
  const plural = word.endsWith('y') ? [word.replace(/y$/, 'ie')] : []
  const singularOf = word.endsWith('ie') ? [word.replace(/ie$/, 'y')] : []
  const isKnown = index.search({ queries: [word] }, { prefix }).length > 0
  const fuzzy = word.length >= FUZZY_FROM && !isKnown ? 0.2 : false
  return { combineWith: 'OR', queries: [word, ...plural, ...singularOf], prefix, fuzzy }
}

/** The part of a hit's text around the first match, split into matching and other parts. */
export function excerptOf({ text, terms }, length = 140) {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (words === '') return [{ text: text.slice(0, length), isMatch: false }]
  const first = text.search(new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, 'iu'))
  const start = first < length - 40 ? 0 : text.lastIndexOf(' ', first - 40) + 1
  const isCut = start + length < text.length
  const cut = isCut ? text.slice(start, start + length).replace(/\s+\S*$/, '') : text.slice(start)
  const whole = `${start > 0 ? '…' : ''}${cut}${isCut ? ' …' : ''}`
  const parts = whole.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'giu'))
  return parts.map((part, at) => ({ text: part, isMatch: at % 2 === 1 })).filter((part) => part.text !== '')
}

/** Normalizes a word of the index or of a query: lower case, and without the s of a plural. */
function singular(term) {
  const lower = term.toLowerCase()
  return lower.length > 3 && /[^su]s$/.test(lower) ? lower.slice(0, -1) : lower
}

function wordsOf(text) {
  return text
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '')
    .map(singular)
}

function plain(text) {
  return text.toLowerCase().replace(/[\s_-]/g, '')
}
