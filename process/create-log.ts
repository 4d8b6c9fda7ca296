import { type DestinationStream, type Logger, pino } from 'pino'
import { printableText } from '../domain/text/printable.ts'

/**
 * The log of a process, the same in all of them: JSON lines with `level`, `time` in RFC 3339 (UTC, milliseconds),
 * `process` and `msg`; what went wrong is `reason` as text or `err` with its stack. What a terminal would take for a command
 * is escaped, as JSON escapes, also where JSON need not.
 * @param destination where the lines go; by default standard output, line by line
 */
export function createLog(
  { level, process }: { level: string; process: 'api' | 'projector' },
  destination?: DestinationStream,
): Logger {
  const hooks = { streamWrite: printableText }
  const options = { level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime, hooks }
  return destination ? pino(options, destination) : pino(options)
}
