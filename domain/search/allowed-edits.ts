/** Longer words take long to compare and are rarely similar. */
const MAX_LENGTH = 64

/**
 * The number of different characters that a similar word may have. It is lower for short words, which would be similar
 * to too many others.
 */
export function allowedEdits(word: string): number {
  if (word.length < 3 || word.length > MAX_LENGTH) return 0
  return word.length < 5 ? 1 : 2
}
