import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { InputFormat } from '../../../schemas/imports/input-format.ts'
import type { TextLine } from './decode-text.ts'

/** A record of a CSV file, or what is wrong with it, with the line that it starts at. */
export interface CsvRecord {
  line: number
  values: string[]
  fault: string | null
}

/**
 * The most lines and characters of one record, more than an event may have. A quotation mark that is not closed by then
 * is an error of its first line.
 */
const MAX_LINES = 1000
const MAX_CHARACTERS = 2 ** 20

/**
 * Reads the records of a CSV file. Each record is parsed on its own, because csv-parse cannot find the next record
 * after an error with quotation marks. If a quotation mark is never closed, only its line is invalid.
 */
export async function* csvRecords(lines: AsyncIterator<TextLine>, format: InputFormat): AsyncGenerator<CsvRecord> {
  const again: TextLine[] = []
  const next = async () => again.shift() ?? ((await lines.next()).value as TextLine | undefined)
  for (let first = await next(); first; first = await next()) {
    if (first.text.trim() === '') continue
    const taken = [first]
    let quotes = countOf(first.text, format.quote)
    let characters = first.text.length
    let parsed = parseRecord(first.text, quotes, format)
    while (parsed === 'open' && taken.length < MAX_LINES && characters < MAX_CHARACTERS) {
      const more = await next()
      if (!more) break
      taken.push(more)
      quotes += countOf(more.text, format.quote)
      characters += more.text.length
      // A whole record has an even number of quotation marks, so others are not parsed again with each line.
      if (quotes % 2 === 0) parsed = parseRecord(taken.map(({ text }) => text).join('\n'), quotes, format)
    }
    const line = first.number
    if (typeof parsed !== 'string') yield { line, values: parsed, fault: null }
    else {
      again.unshift(...taken.slice(1))
      const fault = taken.length > 1 || parsed === 'open' ? 'has a quotation mark that is never closed' : parsed
      yield { line, values: [], fault }
    }
  }
}

const countOf = (text: string, quote: string) => (quote === '' ? 0 : text.split(quote).length - 1)

const faults: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE:
    'has a quotation mark inside a value that is not quoted. If the file does not quote values, set input.quote to an empty text',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quotation mark. Write a quotation mark inside a value twice',
}

/** Returns the values of a record, `open` if it continues in the next line, or what is wrong with it. */
function parseRecord(text: string, quotes: number, { delimiter, quote }: InputFormat): string[] | 'open' | string {
  if (quotes === 0) return text.split(delimiter)
  try {
    const [values = []] = parse(text, { delimiter, quote, relax_column_count: true })
    return values
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : (faults[error.code] ?? `is not valid CSV (${error.code})`)
  }
}
