import kafkajs, { type LogEntry } from 'kafkajs'

const { logLevel } = kafkajs

type Write = (fields: object, message: string) => void

/** Where the code of this folder reports; a pino logger is one. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write }

/** What may be taken over from a line of kafkajs. Anything else stays out, so that no payload can get into a log. */
const FIELDS = ['broker', 'clientId', 'groupId', 'memberId', 'topic', 'partition', 'retryCount', 'retryTime', 'error']

function fieldsOf(line: Record<string, unknown>): Record<string, unknown> {
  const kept = FIELDS.flatMap((name) => {
    const value = line[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
  })
  return Object.fromEntries(kept)
}

/**
 * Takes over what kafkajs logs. Its errors are mostly things that heal by themselves (a broker that is away, a
 * coordinator that is loading), so that they are warnings; what does not heal is reported by whoever asked for it.
 */
export function logOfKafkajs(log: Log): (entry: LogEntry) => void {
  return ({ level, namespace, log: line }) => {
    const write = level === logLevel.ERROR ? log.warn : log.debug
    write.call(log, { kafkajs: namespace, ...fieldsOf(line) }, line.message)
  }
}
