import { editsBetween } from '../../schemas/checking/nearest-name.ts'
import { compareText } from '../text/compare-text.ts'
import { allowedEdits } from './allowed-edits.ts'
import { looseForm } from './found-by.ts'
import { tokenize } from './tokens.ts'

/** A record that a search compares with a text. */
interface Named {
  label: string
  codes: readonly string[]
}

const MOST = 5
const MAX_WORDS = 8

/**
 * The labels of the records that are similar to a text, the nearest first. A record is similar if one of its codes is,
 * ignoring case and separators, or if for each word of the text its label has a similar word, or one that begins with
 * it.
 */
export function similarLabels(text: string, records: readonly Named[]): string[] {
  const words = [...new Set(tokenize(text))].slice(0, MAX_WORDS)
  const code = looseForm(text)
  const distances = new Map<string, number>()
  for (const { label, codes } of records) {
    const ofCodes = codes.map((one) => wordDistance(code, looseForm(one)))
    const distance = Math.min(...ofCodes, labelDistance(words, label), distances.get(label) ?? Number.POSITIVE_INFINITY)
    if (distance < Number.POSITIVE_INFINITY) distances.set(label, distance)
  }
  const nearest = [...distances].sort(([a, near], [b, far]) => near - far || compareText(a, b))
  return nearest.slice(0, MOST).map(([label]) => label)
}

function labelDistance(words: readonly string[], label: string): number {
  if (words.length === 0) return Number.POSITIVE_INFINITY
  const own = tokenize(label)
  const nearest = (word: string) =>
    own.some((other) => other.startsWith(word)) ? 0 : Math.min(...own.map((other) => wordDistance(word, other)))
  return words.reduce((sum, word) => sum + nearest(word), 0)
}

/** Infinity if the words are not similar. */
function wordDistance(word: string, other: string): number {
  return word === other ? 0 : editsBetween(word, other, allowedEdits(word))
}
