/**
 * Parses CSV strictly by RFC 4180, character by character. It shares no code with the writer.
 * @throws Error at a bare quote or line break, or at a record without CRLF
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    const quoted = text[at] === '"'
    const [field, end] = quoted ? quotedField(text, at) : plainField(text, at)
    record.push(field)
    if (text[end] === ',') {
      at = end + 1
      continue
    }
    if (text.slice(end, end + 2) !== '\r\n') throw new Error(`No CRLF at ${end}: ${text.slice(at, end + 20)}`)
    records.push(record)
    record = []
    at = end + 2
  }
  if (record.length > 0) throw new Error('The last record has no end')
  return records
}

function quotedField(text: string, start: number): [string, number] {
  let field = ''
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') field += text[at]
    else if (text[at + 1] === '"') {
      field += '"'
      at += 1
    } else return [field, at + 1]
  }
  throw new Error('A quoted field has no end')
}

function plainField(text: string, start: number): [string, number] {
  const [field = ''] = /^[^,\r\n]*/.exec(text.slice(start, start + 100_000)) ?? []
  if (field.includes('"')) throw new Error(`A quote in a plain field: ${field}`)
  return [field, start + field.length]
}
