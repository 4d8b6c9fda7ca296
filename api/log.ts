import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The log: JSON lines, times in RFC 3339. What may not be logged is not given to it: tokens, queries, cursors, bodies.
 * @param destination where the lines go, standard output by default
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return destination ? pino(options, destination) : pino(options)
}

/** Hides whatever looks like a token: callers put them into paths and filters by mistake. */
export function withoutTokens(text: string): string {
  return text.includes('tda_') ? text.replace(/tda_[a-z0-9-]{2,16}_[0-9A-Za-z]{4,}(_[0-9A-Za-z]+)?/g, 'tda_***') : text
}
