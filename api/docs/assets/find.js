// What is found, and in which order: the server makes the index with these options, the page queries it.
import { fieldWeights, stopWords, synonyms, weightOf } from './ranking.js'

/** Shorter words are more often another word than a misspelling. */
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

/** Phrases by their words, the longest first, with what they find as well. */
const phrases = synonyms
  .flatMap((group) =>
    group.map((one) => ({ words: wordsOf(one), others: group.filter((other) => other !== one).map(wordsOf) })),
  )
  .sort((one, other) => other.words.length - one.words.length)

/** The best hits; codes of problems and names of operations that were typed, or begun, come first. */
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

/** The words of a query in parts that must all be found: a phrase that has synonyms, or a word; stop words only by themselves. */
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

/** A word as it is typed, with its plural; as a misspelling only where it is none of the words that there are. */
function wordQuery(word, index) {
  const prefix = word.length > 1
  const plural = word.endsWith('y') ? [word.replace(/y$/, 'ie')] : []
  const singularOf = word.endsWith('ie') ? [word.replace(/ie$/, 'y')] : []
  const isKnown = index.search({ queries: [word] }, { prefix }).length > 0
  const fuzzy = word.length >= FUZZY_FROM && !isKnown ? 0.2 : false
  return { combineWith: 'OR', queries: [word, ...plural, ...singularOf], prefix, fuzzy }
}

/** The piece of a hit's text around the first word that was found, in parts of which some are matches. */
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

/** A word of an index or a query: in lower case, without the s of a plural. */
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
