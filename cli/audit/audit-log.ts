import type { KafkaConnection } from '../../kafka/connection.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { AuditRecord } from '../../schemas/audit.ts'

export interface AuditFilter {
  organization?: string | undefined
  credential?: string | undefined
  operator?: string | undefined
  operation?: string | undefined
  /** A status such as `403`, or a class of them such as `4xx`. */
  status?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** By how much the time in a record may be later than Kafka's timestamp, because the clocks of two machines differ. */
const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * Reads the audit records that are in Kafka now and match the filter, in order for each organization. Earlier records
 * than `since` are skipped by their Kafka timestamp, because Kafka receives a record after it was created.
 * @throws Error when the status is not valid, or Kafka cannot be used
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
      const record = AuditRecord.safeParse(jsonOf(value))
      if (record.success && matches(record.data) && !isRepeat(record.data.id)) await onRecord(record.data)
    },
  })
}

/** Parses the JSON of a record. Returns null if it has none, because another program may have written the record. */
function jsonOf(value: Buffer | null): unknown {
  try {
    return value && JSON.parse(value.toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Number of recent records in which duplicates are searched. A record is delivered again immediately or after a crash,
 * so a duplicate follows soon.
 */
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

function matcherOf({ organization, credential, operator, operation, status, since, until }: AuditFilter) {
  if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status)) {
    throw new Error(`"${status}" is not a valid status. Use a form such as 403, or 4xx for all of its class`)
  }
  const begin = status?.replace('xx', '') ?? ''
  const from = since?.toISOString() ?? ''
  const to = until?.toISOString() ?? '~'
  return (record: AuditRecord) =>
    (organization ?? record.organization) === record.organization &&
    (credential ?? record.credentialId) === record.credentialId &&
    (operator ?? record.operator) === record.operator &&
    (operation ?? record.operation) === record.operation &&
    String(record.status).startsWith(begin) &&
    record.time >= from &&
    record.time < to
}
