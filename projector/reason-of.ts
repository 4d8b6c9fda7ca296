import { GraphError } from '../cypher/errors.ts'

/**
 * What an error says, with its cause, in one line for a log. What the graph says of a conflict or a fault stays out: it
 * may repeat values.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const mayRepeatValues = error instanceof GraphError && (error.kind === 'conflict' || error.kind === 'fault')
  return error.cause instanceof Error && !mayRepeatValues ? `${error.message}: ${error.cause.message}` : error.message
}
