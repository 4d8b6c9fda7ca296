import type { EntityType } from '../../schemas/graph/entity-types.ts'

/**
 * The full-text query for labels that hold all `words`, as whole words or as prefixes; the organization is added where
 * it is run. Words are letters and digits in lower case (see `tokenize`), so that none is an operator or a special
 * character of the index's syntax. When there are more hits than are looked at, phrases win, then whole words.
 */
export function searchTerms(words: readonly string[], type?: EntityType): string {
  const required = [...new Set(words)]
  return [
    ...(type ? [`+type:${type}`] : []),
    ...required.map((word) => `+words:${word.slice(0, MAX_TOKEN_LENGTH)}*`),
    `(${required.map((word) => `+words:${word}`).join(' ')})^1000`,
    `words:"${words.join(' ')}"^1000000`,
  ].join(' ')
}

/** Lucene's whitespace tokenizer cuts longer words; the query compares them whole. */
const MAX_TOKEN_LENGTH = 255
