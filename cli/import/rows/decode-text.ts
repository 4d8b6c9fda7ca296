import type { TextEncoding } from '../../../schemas/imports/input-format.ts'

/**
 * Decodes the bytes of a file as text. A byte order mark is removed. Bytes that are not in the encoding become U+FFFD,
 * so that the fault can name their line.
 */
export async function* decodeText(input: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of input) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** A line of a text with its number, from 1, without its line feed and carriage return. */
export interface TextLine {
  number: number
  text: string
}

/** Longer lines are cut, so that a file without line feeds does not fill the memory. */
const MAX_LINE = 2 * 1024 * 1024

/** Splits a text into lines. */
export async function* textLines(input: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 1
  let rest = ''
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(0, MAX_LINE)
    for (const text of lines) yield { number: number++, text: text.endsWith('\r') ? text.slice(0, -1) : text }
  }
  if (rest !== '') yield { number, text: rest }
}
