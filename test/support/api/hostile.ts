/** Text that a spreadsheet, a line reader, or a decoder could misinterpret. */
export const hostileTexts = [
  '=HYPERLINK("http://x","y")',
  '+49 12, "quoted"',
  '-1.5',
  '-1+1',
  '@SUM(A1:A9)',
  '\tindented',
  'two\r\nlines',
  'one\nbreak',
  '\rreturn',
  'a,b;c|d',
  '""',
  "'=already",
  'Größe É 😀 ﬀ',
  ' spaces ',
  '\u202Egnirts',
] as const

/** The field that a CSV file must contain for a value, by the contract and independent of the writer. */
export function shownInFile(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const beginsFormula = '=+-@＝＋－＠\t\r\n\0'.includes(value.charAt(0)) && value !== ''
  return beginsFormula && Number.isNaN(Number(value)) ? `'${value}` : value
}
