const PER_LINE = 'write one event per line'

/** The first bytes of files that are no text, with a description and advice. */
const beginnings: readonly (readonly [hex: string, what: string])[] = [
  ['504b0304', 'a ZIP file, such as a workbook of Excel: export it as CSV, and use `tda import`'],
  ['d0cf11e0', 'a workbook of Excel: export it as CSV, and use `tda import`'],
  ['50415231', `a Parquet file: ${PER_LINE}`],
  ['1f8b', 'a gzip file: unpack it'],
  ['28b52ffd', 'a zstd file: unpack it'],
  ['425a68', 'a bzip2 file: unpack it'],
]

const CSV = 'CSV: use `tda import` to make events of its rows'

/**
 * Describes what a file seems to be that should contain one event per line, from its beginning, which has at least its
 * first line. Null means that it may be such a file: faults of single lines are not recognized here.
 */
export function mistakeInFile(beginning: Buffer): string | null {
  const hex = beginning.subarray(0, 4).toString('hex')
  const binary = beginnings.find(([start]) => hex.startsWith(start))
  if (binary) return binary[1]
  if (/^(fffe|feff)/.test(hex)) return 'UTF-16 text: save it as UTF-8'
  const [first = '', second = ''] = beginning
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/\r?\n/)
  if (/^\{\s*$/.test(first) && /^\s*"/.test(second)) return `one JSON document over several lines: ${PER_LINE}`
  if (first.startsWith('[')) return isJson(first) ? null : `a JSON list: ${PER_LINE}`
  if (first.startsWith('<')) return `XML: ${PER_LINE}, in JSON`
  return isHeaderOfTable(first) && !second.trimStart().startsWith('{') ? CSV : null
}

/** Whether a line is text with a delimiter of CSV, and does not begin like JSON. */
function isHeaderOfTable(line: string): boolean {
  if (/^[{[]/.test(line) || /[^\P{Cc}\t]|\ufffd/u.test(line)) return false
  return /[,;\t|]/.test(line) && !isJson(line)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
