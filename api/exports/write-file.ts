import { createHash } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { CsvPart } from './recipes/csv.ts'
import type { Draft } from './storage/storage.ts'

/** What was written to a file. */
export interface WrittenFile {
  rows: number
  byteSize: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/**
 * Text is written in pieces of about this many characters. Small pieces let the requests of the same process run in
 * between.
 */
const PIECE_LENGTH = 64 * 1024

/**
 * Writes a header line and the parts, and reads no faster than the storage accepts bytes.
 * @param afterPiece receives the number of rows written so far; the next piece waits for it
 * @throws the reason of `signal` if it is aborted
 */
export async function writeFile(
  header: string,
  parts: AsyncIterable<CsvPart>,
  draft: Draft,
  signal: AbortSignal,
  afterPiece: (rows: number) => Promise<void>,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  const written = { rows: 0, byteSize: 0 }
  let held = [header]
  let length = header.length

  async function flush(): Promise<void> {
    signal.throwIfAborted()
    const bytes = Buffer.from(held.join(''))
    held = []
    length = 0
    hash.update(bytes)
    written.byteSize += bytes.length
    await draft.write(bytes)
    await afterPiece(written.rows)
    // Writing may resolve without waiting, and would then never yield the event loop.
    await yieldToOthers()
  }

  for await (const { text, rows } of parts) {
    held.push(text)
    length += text.length
    written.rows += rows
    if (length >= PIECE_LENGTH) await flush()
  }
  await flush()
  return { ...written, sha256: hash.digest('hex') }
}
