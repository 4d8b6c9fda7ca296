/** Text that is not what it seems to a spreadsheet, a reader of lines, or a reader of bytes. */
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

/** What a file shows of a text: written from the contract, and from nothing of the writer. */
export function shownInFile(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const beginsFormula = '=+-@＝＋－＠\t\r\n\0'.includes(value.charAt(0)) && value !== ''
  return beginsFormula && Number.isNaN(Number(value)) ? `'${value}` : value
}
