import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { MAX_EVENT_BYTES } from '../../schemas/records/record-events.ts'
import { plainError } from '../output/plain-error.ts'

/** A line of NDJSON with its number, from 1; `bytes` is null when it is longer than any event may be. */
export interface Line {
  number: number
  bytes: Buffer | null
}

const NEWLINE = 10
const MAX_LINE_BYTES = MAX_EVENT_BYTES + 1024

/**
 * Reads the bytes of a file, or of standard input for `-`, until the end or an interruption.
 * @throws Error when the file cannot be read
 */
export async function* openInput(file: string, stdin: Readable, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const stream = file === '-' ? stdin : createReadStream(file, { highWaterMark: 256 * 1024 })
  const destroy = () => stream.destroy()
  signal?.addEventListener('abort', destroy)
  try {
    yield* stream
  } catch (error) {
    if (!signal?.aborted) throw new Error(plainError(error, file), { cause: error })
  } finally {
    signal?.removeEventListener('abort', destroy)
  }
}

/** Splits bytes into lines and skips empty ones. Only one line is in memory, and a line that is too long is dropped. */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let number = 1
  let parts: Buffer[] = []
  let length = 0
  const take = (part: Buffer) => {
    length += part.length
    if (length > MAX_LINE_BYTES) parts = []
    else parts.push(part)
  }
  const finish = (): Line | null => {
    const line = { number: number++, bytes: length > MAX_LINE_BYTES ? null : Buffer.concat(parts) }
    parts = []
    length = 0
    return line.bytes !== null && isBlank(line.bytes) ? null : line
  }
  for await (const chunk of input) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end))
      const line = finish()
      if (line) yield line
      from = end + 1
    }
    take(chunk.subarray(from))
  }
  const last = finish()
  if (last) yield last
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
