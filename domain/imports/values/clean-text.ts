import { stripInvisible } from '../../text/strip-invisible.ts'

/**
 * Normalizes a text of a table to NFC, removes invisible characters and white space at its ends, and replaces each
 * white space character inside it, such as a no-break space, by a space. Line feeds are kept.
 */
export function cleanText(text: string): string {
  return stripInvisible(text.normalize('NFC'))
    .trim()
    .replaceAll(/[^\S\n]/g, ' ')
}

/** A number such as 8,59E+12, as spreadsheets show long codes. Codes such as 1E5 are not matched. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d+$/i

/** Describes what is wrong with a text that a program has damaged, or returns null. */
export function damageOf(text: string): string | null {
  if (SCIENTIFIC.test(text))
    return 'is in scientific notation, because a spreadsheet rounded it. Format the column as text, and export it again'
  if (text.includes('\ufffd'))
    return 'has bytes that are not in the encoding of the file. Set input.encoding, for example to windows-1252'
  if (MISREAD.test(text))
    return 'looks like UTF-8 that was read in another encoding. Set input.encoding to utf-8, or export it again'
  return null
}

/** UTF-8 that was read as windows-1252: the bytes of ü become Ã¼. */
const MISREAD = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
