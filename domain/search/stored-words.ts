import { tokenize } from './tokens.ts'

/** Tokens may have up to 18 letters for one of a code, and an index of Neo4j takes at most 8,000 bytes a value. */
const MAX_CODE_LENGTH = 1000

/** What an entity is found by in a search: the words of its label, and those of its code for the whole code. */
export function storedWords(label: string, code: string): { words: string; codeWords: string } {
  return { words: tokenize(label).join(' '), codeWords: tokenize(code).join(' ').slice(0, MAX_CODE_LENGTH) }
}
