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

/** The most lines of one record. A quotation mark that is not closed by then is an error of its first line. */
const MAX_LINES = 1000

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
    let parsed = parseRecord(taken, format)
    while (parsed === 'open' && taken.length < MAX_LINES) {
      const more = await next()
      if (!more) break
      taken.push(more)
      parsed = parseRecord(taken, format)
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

const faults: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE:
    'has a quotation mark inside a value that is not quoted. If the file does not quote values, set input.quote to an empty text',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quotation mark. Write a quotation mark inside a value twice',
}

/** Returns the values of a record, `open` if it continues in the next line, or what is wrong with it. */
function parseRecord(lines: readonly TextLine[], { delimiter, quote }: InputFormat): string[] | 'open' | string {
  const text = lines.map((line) => line.text).join('\n')
  const quotes = quote === '' ? 0 : text.split(quote).length - 1
  if (quotes === 0) return text.split(delimiter)
  // A whole record has an even number of quotation marks. The first line is parsed anyway, because its error may be
  // another one.
  if (quotes % 2 === 1 && lines.length > 1) return 'open'
  try {
    const [values = []] = parse(text, { delimiter, quote, relax_column_count: true })
    return values
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'open' : (faults[error.code] ?? `is not valid CSV (${error.code})`)
  }
}
