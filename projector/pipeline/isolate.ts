import type { Chunk } from './event-stream.ts'

export interface Isolation {
  /**
   * Applies records. It calls `onReached` with the offset up to which they are committed whenever that is before the
   * end.
   */
  apply(chunk: Chunk, onReached: (offset: number) => void): Promise<boolean>
  /** Rejects the one record of a chunk. */
  reject(chunk: Chunk, error: unknown): Promise<boolean>
  /** Whether the contents of one event may have caused the error. */
  isOfEvent(error: unknown): boolean
}

/**
 * Applies a chunk. If the contents of an event may have caused an error, the unapplied rest is halved until that event
 * is alone. This event is rejected, and all others are applied.
 * @returns false when the partition was revoked in the meantime
 * @throws errors that no single event has caused
 */
export async function isolate(chunk: Chunk, isolation: Isolation): Promise<boolean> {
  let reached = chunk.from
  try {
    return await isolation.apply(chunk, (offset) => {
      reached = offset
    })
  } catch (error) {
    const rest = restOf(chunk, reached)
    if (rest.records.length === 0 || !isolation.isOfEvent(error)) throw error
    if (rest.records.length === 1) return isolation.reject(rest, error)
    for (const half of halvesOf(rest)) if (!(await isolate(half, isolation))) return false
    return true
  }
}

function restOf({ records, to }: Chunk, from: number): Chunk {
  return { records: records.filter(({ offset }) => offset >= from), from, to }
}

function halvesOf({ records, from, to }: Chunk): Chunk[] {
  const half = Math.ceil(records.length / 2)
  const middle = records[half]?.offset ?? to
  return [
    { records: records.slice(0, half), from, to: middle },
    { records: records.slice(half), from: middle, to },
  ]
}
