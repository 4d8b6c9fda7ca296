import { type DestinationStream, type Logger, pino } from 'pino'
import { printableText } from '../domain/text/printable.ts'

/**
 * Creates the log of a process: JSON lines with `level`, `time` in RFC 3339 (UTC, milliseconds), `process` and `msg`.
 * Errors are in `reason` as text, or in `err` with their stack. Characters that a terminal would interpret as a command
 * are escaped as in JSON.
 * @param destination where the lines are written; default standard output
 */
export function createLog(
  { level, process }: { level: string; process: 'api' | 'projector' },
  destination?: DestinationStream,
): Logger {
  const hooks = { streamWrite: printableText }
  const options = { level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime, hooks }
  return destination ? pino(options, destination) : pino(options)
}
