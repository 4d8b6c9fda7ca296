import { GraphError, graphCodeOf, isAboutValues } from '../cypher/errors.ts'
import { KafkaSendError } from '../kafka/producer.ts'
import { Fenced } from './partitions/advance.ts'

/**
 * Returns the message of an error and of its cause as one line for the log. Messages of Neo4j about conflicts and
 * faults are left out, because they may contain stored values.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const mayRepeatValues = error instanceof GraphError && (error.kind === 'conflict' || error.kind === 'fault')
  return error.cause instanceof Error && !mayRepeatValues ? `${error.message}: ${error.cause.message}` : error.message
}

/**
 * Whether the contents of one event may have caused the error: an error in this program's code, or a value that Neo4j
 * rejects. A server that is unavailable, a partition with another owner, or a graph without its schema would fail for
 * every event.
 */
export function isOfEvent(error: unknown): boolean {
  if (error instanceof Fenced || error instanceof KafkaSendError) return false
  return error instanceof GraphError ? isAboutValues(error) : true
}

/** Returns the class of an error without its message, which may contain values of the event. */
export function errorClassOf(error: unknown): string {
  const code = graphCodeOf(error)
  if (code !== null) return `GraphError ${code}`
  return error instanceof Error ? error.constructor.name : typeof error
}

const FRAMES = 5

/** Returns the stack frames of an error, without the message above them, which may contain values of the event. */
export function framesOf(error: unknown): string[] {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return lines.flatMap((line) => /^ {4}at (.*)$/.exec(line)?.[1] ?? []).slice(0, FRAMES)
}
