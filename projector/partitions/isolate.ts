import { GraphError, graphCodeOf, isAboutValues } from '../../cypher/errors.ts'
import { KafkaSendError } from '../../kafka/producer/producer.ts'
import { Fenced } from './advance.ts'
import type { Chunk } from './project-batch.ts'

/** Applies some records; `onReached` hears up to which offset the graph has taken them in, where that is before their end. */
export type Apply = (chunk: Chunk, onReached: (offset: number) => void) => Promise<boolean>

/** Passes one record over that no error of a server explains. */
export type PutAside = (chunk: Chunk, error: unknown) => Promise<void>

/**
 * Whether an error may come from what an event holds: it is ours, or the graph refuses a value. What a server that is away,
 * another owner of the partition or a graph without its schema causes befalls every event alike.
 */
export function isOfEvent(error: unknown): boolean {
  if (error instanceof Fenced || error instanceof KafkaSendError) return false
  return error instanceof GraphError ? isAboutValues(error) : true
}

/** What an error is called, without what it says: that may repeat what the event holds. */
export function errorClassOf(error: unknown): string {
  const code = graphCodeOf(error)
  if (code !== null) return `GraphError ${code}`
  return error instanceof Error ? error.constructor.name : typeof error
}

const FRAMES = 5

/** Lines of a stack that say where an error came from; its first lines hold what it says, and stay out. */
export function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return lines.flatMap((line) => /^ {4}at (.*)$/.exec(line)?.[1] ?? []).slice(0, FRAMES)
}

/**
 * Applies a chunk. Where an error may come from what an event holds, what is left of the chunk is halved until that event
 * is alone, which is rejected; everything before and behind it is applied. One mechanism for records and publications, and
 * for every step from decoding to the commit: see docs/adr/0037-no-event-stops-a-partition.md.
 * @returns false when the partition was taken away in the meantime
 * @throws what is not of one event
 */
export async function isolating(
  chunk: Chunk,
  apply: Apply,
  putAside: PutAside,
  isIsolated: (error: unknown) => boolean,
): Promise<boolean> {
  let reached = chunk.from
  try {
    return await apply(chunk, (offset) => {
      reached = offset
    })
  } catch (error) {
    const rest = restOf(chunk, reached)
    if (rest.records.length === 0 || !isIsolated(error)) throw error
    if (rest.records.length === 1) {
      await putAside(rest, error)
      return true
    }
    for (const half of halvesOf(rest)) if (!(await isolating(half, apply, putAside, isIsolated))) return false
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
