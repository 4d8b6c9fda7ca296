/**
 * What spreadsheets take for the beginning of a formula (OWASP ASVS 1.2.10): the signs, also as wide as East Asian characters
 * (U+FF1D, U+FF0B, U+FF0D, U+FF20), and what some spreadsheets leave out before they look for a sign.
 */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n\0]/

/** Whether a spreadsheet may take a text of a CSV file for a formula. */
export function startsFormula(text: string): boolean {
  return FORMULA.test(text)
}
