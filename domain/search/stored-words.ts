import { tokenize } from './tokens.ts'

/**
 * Normalization may turn one character of a code into 18, and an index of Neo4j accepts at most 8,000 bytes for each
 * value.
 */
const MAX_CODE_LENGTH = 1000

/** Returns the indexed words of an entity: those of its label, and those of its code for searches by the whole code. */
export function storedWords(label: string, code: string): { words: string; codeWords: string } {
  return { words: tokenize(label).join(' '), codeWords: tokenize(code).join(' ').slice(0, MAX_CODE_LENGTH) }
}
