import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DemoEvent } from '../event.ts'
import { ndjson } from './ndjson.ts'

/** A reader that has seen enough, such as `head`, is not a failure. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/**
 * Writes events as NDJSON and ends the destination. Events are computed no further than a few pieces ahead of what the
 * destination takes. Gives whether all were taken, false when the reader closed a pipe; rejects with any other error.
 */
export async function writeNdjson(events: Iterable<DemoEvent>, destination: Writable): Promise<boolean> {
  try {
    await pipeline(Readable.from(ndjson(events), { highWaterMark: 4 }), destination)
    return true
  } catch (error) {
    if (isClosedPipe(error)) return false
    throw error
  }
}
