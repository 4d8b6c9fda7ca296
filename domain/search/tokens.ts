import { stripInvisible } from '../text/strip-invisible.ts'

/** Letters that decomposition leaves as they are, and what people type for them. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

/**
 * The words of a label or a query, without case, accents and invisible characters: what both sides of a search are compared
 * by. A word is letters and digits only, so that no query syntax reaches the index.
 */
export function tokenize(text: string): string[] {
  const bare = stripInvisible(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.replace(/[ßæœøłđðþıς]/g, (letter) => plain[letter] ?? letter).match(/[\p{L}\p{N}]+/gu) ?? []
}
