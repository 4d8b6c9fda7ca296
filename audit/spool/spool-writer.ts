import { type FileHandle, open } from 'node:fs/promises'
import { segmentPath } from './segments.ts'
import type { Position } from './spool-position.ts'

export interface SpoolWriter {
  /**
   * Appends whole lines.
   * @throws the error of the disk; then none of the lines was appended, and the call may be repeated
   */
  append(lines: readonly string[]): Promise<void>
  /** The position after the last written line. */
  end(): Position
  /** The number of bytes written so far, in all segments. */
  written(): number
  /**
   * Starts a new segment if the current one has lines and is old, so that its file can be deleted when they are
   * delivered.
   */
  renew(): Promise<void>
  /** Flushes the written lines to the device, so that they survive a crash of the machine. */
  sync(): Promise<void>
  close(): Promise<void>
}

const SEGMENT_BYTES = 4 * 1024 * 1024
/** Delivered lines stay on disk for about this time. */
const SEGMENT_MS = 60_000

/**
 * Writes the segments of one folder. After an error it starts a new segment. An incomplete line, which a full disk may
 * leave behind, then remains the last line of its segment and cannot merge with another record.
 */
export function openSpoolWriter(path: string, segmentMs = SEGMENT_MS): SpoolWriter {
  let handle: FileHandle | undefined
  let segment = 0
  let offset = 0
  let written = 0
  let openedAt = 0

  async function openNext(): Promise<FileHandle> {
    const previous = handle
    handle = await open(segmentPath(path, segment + 1), 'a', 0o600)
    segment += 1
    offset = 0
    openedAt = performance.now()
    await previous?.datasync()
    await previous?.close()
    return handle
  }

  async function giveUp(failed: FileHandle): Promise<void> {
    handle = undefined
    await failed.truncate(offset).catch(() => undefined)
    await failed.close().catch(() => undefined)
  }

  return {
    async append(lines) {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const target = handle && offset < SEGMENT_BYTES ? handle : await openNext()
      try {
        for (let from = 0; from < bytes.length; ) from += (await target.write(bytes, from)).bytesWritten
      } catch (error) {
        await giveUp(target)
        throw error
      }
      offset += bytes.length
      written += bytes.length
    },
    async renew() {
      if (handle && offset > 0 && performance.now() - openedAt >= segmentMs) await openNext()
    },
    end: () => ({ segment: Math.max(segment, 1), offset }),
    written: () => written,
    sync: async () => handle?.datasync(),
    close: async () => handle?.close(),
  }
}
