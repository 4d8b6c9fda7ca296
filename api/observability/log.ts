import { type DestinationStream, type Logger, pino } from 'pino'
import { createLog as createProcessLog } from '../../process/create-log.ts'

export type Log = Logger

const MAX_WAITING_BYTES = 16 * 1024 * 1024
/**
 * Log lines are written in batches. Writing each line separately took a twentieth of the time of a page of 100 rows.
 */
const FLUSH_MS = 200

/**
 * The log of the API. Callers must not log tokens, queries, cursors, or bodies.
 * @param destination where the lines are written; by default standard output, without blocking on its reader
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  return createProcessLog({ level, process: 'api' }, destination)
}

function standardOutput(): DestinationStream {
  return pino.destination({
    fd: 1,
    sync: false,
    maxLength: MAX_WAITING_BYTES,
    minLength: 4096,
    periodicFlush: FLUSH_MS,
  })
}

/** Masks everything that looks like a token, because callers put tokens into paths and filters by accident. */
export function withoutTokens(text: string): string {
  return text.includes('tda_') ? text.replace(/tda_[a-z0-9-]{2,16}_[0-9A-Za-z]{4,}(_[0-9A-Za-z]+)?/g, 'tda_***') : text
}
