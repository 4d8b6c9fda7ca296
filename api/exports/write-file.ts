import { createHash } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { EncodeFile, FileContents, Row } from './formats/row.ts'
import type { Draft } from './storage/storage.ts'

/** What was written to a file. */
export interface WrittenFile {
  rows: number
  byteSize: number
  /** SHA-256 in hexadecimal. */
  sha256: string
}

/**
 * Writes a file, and reads its rows no faster than the storage accepts bytes.
 * @param pause receives the number of rows read so far; the next rows or bytes wait for it
 * @throws the reason of `signal` if it is aborted
 */
export async function writeFile(
  encode: EncodeFile,
  { parts, ...contents }: FileContents,
  draft: Draft,
  signal: AbortSignal,
  pause: (rows: number) => Promise<void>,
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  const written = { rows: 0, byteSize: 0 }

  async function pauseOrStop(): Promise<void> {
    signal.throwIfAborted()
    await pause(written.rows)
    // Reading and writing may resolve without waiting, and would then never yield the event loop.
    await yieldToOthers()
  }

  async function* counted(): AsyncGenerator<readonly Row[]> {
    for await (const rows of parts) {
      written.rows += rows.length
      yield rows
      await pauseOrStop()
    }
  }

  for await (const bytes of encode({ ...contents, parts: counted() })) {
    signal.throwIfAborted()
    hash.update(bytes)
    written.byteSize += bytes.length
    await draft.write(bytes)
    await pauseOrStop()
  }
  signal.throwIfAborted()
  return { ...written, sha256: hash.digest('hex') }
}
