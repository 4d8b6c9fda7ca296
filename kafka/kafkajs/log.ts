import kafkajs, { type LogEntry } from 'kafkajs'
import type { Log } from '../log.ts'

const { logLevel } = kafkajs

/** The fields of kafkajs' log lines that are logged. All others are dropped, so that no payload gets into a log. */
const FIELDS = ['broker', 'clientId', 'groupId', 'memberId', 'topic', 'partition', 'retryCount', 'retryTime', 'error']

function fieldsOf(line: Record<string, unknown>): Record<string, unknown> {
  const kept = FIELDS.flatMap((name) => {
    const value = line[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
  })
  return Object.fromEntries(kept)
}

const REPEAT_MS = 10_000
const REMEMBERED = 100

/**
 * Returns a function that tells whether the same message was logged a short time ago. While a broker is unavailable,
 * kafkajs logs a message twice per second.
 */
function repeats() {
  const lastAt = new Map<string, number>()
  return (message: string): boolean => {
    const isRepeat = Date.now() - (lastAt.get(message) ?? 0) < REPEAT_MS
    if (lastAt.size > REMEMBERED) lastAt.clear()
    if (!isRepeat) lastAt.set(message, Date.now())
    return isRepeat
  }
}

/**
 * Returns a log creator for kafkajs. Most of its errors are temporary (an unavailable broker, a loading coordinator),
 * so they are logged as warnings, and repeated ones are dropped. The caller reports errors that remain.
 */
export function logOfKafkajs(log: Log): (entry: LogEntry) => void {
  const isRepeat = repeats()
  return ({ level, namespace, log: line }) => {
    const write = level === logLevel.ERROR && !isRepeat(line.message) ? log.warn : log.debug
    write.call(log, { kafkajs: namespace, ...fieldsOf(line) }, line.message)
  }
}
