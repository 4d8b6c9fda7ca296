import kafkajs, { type LogEntry } from 'kafkajs'
import type { Log } from '../log.ts'

const { logLevel } = kafkajs

/** What may be taken over from a line of kafkajs. Anything else stays out, so that no payload can get into a log. */
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

/** Whether a message came before, a short time ago; while a broker is away, kafkajs repeats itself twice a second. */
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
 * Takes over what kafkajs logs. Its errors are mostly things that heal by themselves (a broker that is away, a
 * coordinator that is loading), so that they are warnings, and repeats of them are not shown; the caller reports what does not heal.
 */
export function logOfKafkajs(log: Log): (entry: LogEntry) => void {
  const isRepeat = repeats()
  return ({ level, namespace, log: line }) => {
    const write = level === logLevel.ERROR && !isRepeat(line.message) ? log.warn : log.debug
    write.call(log, { kafkajs: namespace, ...fieldsOf(line) }, line.message)
  }
}
