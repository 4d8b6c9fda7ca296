import { type DestinationStream, type Logger, pino } from 'pino'
import { createLog as createProcessLog } from '../../process/create-log.ts'

export type Log = Logger

const MAX_WAITING_BYTES = 16 * 1024 * 1024
/** Lines are written together: one at a time they cost a twentieth of a page of 100. */
const FLUSH_MS = 200

/**
 * The log of the API. What may not be logged is not given to it: tokens, queries, cursors, bodies.
 * @param destination where the lines go; by default standard output, without waiting for whoever reads it
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

/** Hides whatever looks like a token: callers put them into paths and filters by mistake. */
export function withoutTokens(text: string): string {
  return text.includes('tda_') ? text.replace(/tda_[a-z0-9-]{2,16}_[0-9A-Za-z]{4,}(_[0-9A-Za-z]+)?/g, 'tda_***') : text
}
