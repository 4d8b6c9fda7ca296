import type { EntityType } from '../../schemas/graph/entity-types.ts'

/**
 * Returns the full-text query for labels that contain all `words`, as whole words or as prefixes. The caller adds the
 * organization. Words consist of lower-case letters and digits (see `tokenize`), so none is an operator or special
 * character of the query syntax. If there are more hits than the search reads, phrases rank first, then whole words.
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

/** Lucene's whitespace tokenizer truncates longer words, while the query compares whole words. */
const MAX_TOKEN_LENGTH = 255
