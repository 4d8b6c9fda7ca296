import type { Chunk } from './event-stream.ts'

export interface Isolation {
  /** Applies records; `onReached` is told up to which offset the graph has taken them, where that is before their end. */
  apply(chunk: Chunk, onReached: (offset: number) => void): Promise<boolean>
  /** Rejects the one record of a chunk. */
  reject(chunk: Chunk, error: unknown): Promise<boolean>
  /** Whether an error may come from what one event holds. */
  isOfEvent(error: unknown): boolean
}

/**
 * Applies a chunk. Where an error may come from what an event holds, what is left of the chunk is halved until that event
 * is alone, which is rejected; everything before and behind it is applied.
 * @returns false when the partition was taken away in the meantime
 * @throws what is not of one event
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
