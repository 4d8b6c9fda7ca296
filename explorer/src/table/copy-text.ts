import type { Column, Value } from './column.ts'

/** Characters with which a spreadsheet starts a formula. The same as in exported CSV files. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

/** Rows as tab-separated text with a line of headings, to paste into a spreadsheet. Amounts and units are apart. */
export function copyText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.flatMap(({ values }) => Object.entries(values?.(row) ?? {})))
  const headings = lines[0]?.map(([heading]) => heading) ?? []
  return [headings, ...lines.map((cells) => cells.map(([, value]) => fieldText(value)))]
    .map((cells) => `${cells.join('\t')}\n`)
    .join('')
}

/** One field: without line breaks and leading spaces, and with a quote before a text that would be read as a formula. */
function fieldText(value: Value): string {
  const text = String(value ?? '')
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trimStart()
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
