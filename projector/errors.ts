import { GraphError, graphCodeOf, isAboutValues } from '../cypher/errors.ts'
import { KafkaSendError } from '../kafka/producer.ts'
import { Fenced } from './partitions/advance.ts'

/**
 * What an error says, with its cause, in one line for a log. What the graph says of a conflict or a fault stays out: it
 * may repeat values.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const mayRepeatValues = error instanceof GraphError && (error.kind === 'conflict' || error.kind === 'fault')
  return error.cause instanceof Error && !mayRepeatValues ? `${error.message}: ${error.cause.message}` : error.message
}

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
