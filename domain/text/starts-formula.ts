/**
 * Characters at the beginning of a text for which spreadsheets interpret it as a formula (OWASP ASVS 1.2.10): the
 * signs, also in their full-width form (U+FF1D, U+FF0B, U+FF0D, U+FF20), and characters that some spreadsheets skip
 * before a sign.
 */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0]/

/** Whether a spreadsheet may interpret a text in a CSV file as a formula. */
export function startsFormula(text: string): boolean {
  return FORMULA.test(text)
}
