import { stripInvisible } from '../text/strip-invisible.ts'

/** Letters that Unicode decomposition leaves unchanged, with what people type instead. */
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
 * Splits a label or a query into words without case, accents and invisible characters, for comparison. Words consist of
 * letters and digits only, so no query syntax reaches the index.
 */
export function tokenize(text: string): string[] {
  const bare = stripInvisible(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return bare.replace(/[ßæœøłđðþıς]/g, (letter) => plain[letter] ?? letter).match(/[\p{L}\p{N}]+/gu) ?? []
}
