import { open, rm } from 'node:fs/promises'
import { segmentPath, sizeOf } from './segments.ts'
import { type Position, readPosition, writePosition } from './spool-position.ts'

/** Whole lines in the order in which they were written, and the position after them. */
export interface SpoolBatch {
  lines: string[]
  next: Position
  bytes: number
}

export interface SpoolReader {
  /**
   * The lines after the confirmed ones, or null if there are none. It returns the same lines until they are confirmed.
   */
  readBatch(): Promise<SpoolBatch | null>
  /** Stores that a batch was delivered. */
  confirm(batch: SpoolBatch): Promise<void>
  /** The number of bytes confirmed so far. */
  confirmed(): number
}

const BATCH_BYTES = 512 * 1024
const NEWLINE = 10

/**
 * Reads the segments of a folder up to `end`, from the stored position. `onTorn` is called for an incomplete line at
 * the end of a segment, which a crash or a full disk leaves behind.
 */
export function openSpoolReader(path: string, end: () => Position, onTorn: () => void): SpoolReader {
  let position = readPosition(path)
  let confirmed = 0

  async function nextSegment(): Promise<void> {
    const finished = segmentPath(path, position.segment)
    position = { segment: position.segment + 1, offset: 0 }
    await rm(finished, { force: true })
  }

  return {
    async readBatch() {
      for (;;) {
        const { segment, offset } = position
        const last = end()
        const limit = segment === last.segment ? last.offset : sizeOf(segmentPath(path, segment))
        const batch = offset < limit ? await readLines(segmentPath(path, segment), position, limit) : null
        if (batch) return batch
        if (offset < limit) onTorn()
        position = { segment, offset: limit }
        if (segment >= last.segment) return null
        await nextSegment()
      }
    },
    async confirm(batch) {
      position = batch.next
      confirmed += batch.bytes
      // On a full disk the position cannot be stored. Records may then be delivered again after a crash, which is
      // allowed.
      await writePosition(path, position).catch(() => undefined)
    },
    confirmed: () => confirmed,
  }
}

async function readLines(file: string, { segment, offset }: Position, limit: number): Promise<SpoolBatch | null> {
  const chunk = Buffer.alloc(Math.min(limit - offset, BATCH_BYTES))
  const handle = await open(file, 'r')
  try {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset)
    const bytes = chunk.subarray(0, bytesRead).lastIndexOf(NEWLINE) + 1
    if (bytes === 0) return null
    const lines = chunk.toString('utf8', 0, bytes - 1).split('\n')
    return { lines, next: { segment, offset: offset + bytes }, bytes }
  } finally {
    await handle.close()
  }
}
