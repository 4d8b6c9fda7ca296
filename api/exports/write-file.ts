import { createHash } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { CsvPart } from './recipes/csv.ts'
import type { Draft } from './storage/storage.ts'

/** What a file holds. */
export interface WrittenFile {
  rows: number
  byteSize: number
  /** Hexadecimal. */
  sha256: string
}

/** Text is written in pieces of about so many characters: small enough for the requests of the same process. */
const PIECE_LENGTH = 64 * 1024

/**
 * Writes a header line and the parts, at the pace of the slower of reading and writing.
 * @param afterPiece gets the number of rows written so far; the next piece waits for it
 * @throws what `signal` was aborted with
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
    // A draft may take bytes without waiting, and then nobody else would have a turn.
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
