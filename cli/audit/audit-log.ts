import type { KafkaConnection } from '../../kafka/connection/connect.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { AuditRecord } from '../../schemas/audit.ts'

export interface AuditFilter {
  organization?: string | undefined
  credential?: string | undefined
  operation?: string | undefined
  /** A status such as `403`, or a class of them such as `4xx`. */
  status?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** How much earlier than its record's time Kafka may have stamped it: the clocks of two machines. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * Reads the records of the trail that are in Kafka now and pass the filter, in order for each organization. What is not
 * from `since` on is not read: Kafka's timestamp of a record is never before the record's own.
 * @throws Error when a status is not written as one, or Kafka does not answer
 */
export async function readAuditLog(
  connection: KafkaConnection,
  topic: string,
  filter: AuditFilter,
  onRecord: (record: AuditRecord) => void | Promise<void>,
): Promise<void> {
  const matches = matcherOf(filter)
  const isRepeat = repeatsOfRecent()
  const since = filter.since && filter.since.getTime() - CLOCKS_DIFFER_MS
  await readTopic(connection, {
    topic,
    since,
    async onRecord({ value }) {
      const record = value && AuditRecord.safeParse(JSON.parse(value.toString('utf8')))
      if (record?.success && matches(record.data) && !isRepeat(record.data.id)) await onRecord(record.data)
    },
  })
}

/** A record is delivered again at once or after a crash, so that a repeat is among the records just before. */
const RECENT = 10_000

function repeatsOfRecent(): (id: string) => boolean {
  const ids = new Set<string>()
  return (id) => {
    if (ids.has(id)) return true
    ids.add(id)
    const [oldest] = ids
    if (ids.size > RECENT && oldest) ids.delete(oldest)
    return false
  }
}

function matcherOf({ organization, credential, operation, status, since, until }: AuditFilter) {
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status)) {
    throw new Error(`"${status}" is no status: write it like 403, or 4xx for all of a kind`)
  }
  const begin = status?.replace('xx', '') ?? ''
  const from = since?.toISOString() ?? ''
  const to = until?.toISOString() ?? '~'
  return (record: AuditRecord) =>
    (organization ?? record.organization) === record.organization &&
    (credential ?? record.credentialId) === record.credentialId &&
    (operation ?? record.operation) === record.operation &&
    String(record.status).startsWith(begin) &&
    record.time >= from &&
    record.time < to
}
