import type { KafkaConnection } from '../../kafka/connection.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import type { TopicRole, TopicSettings } from '../../kafka/topics/topic-table.ts'
import { readAuditLog } from '../audit/audit-log.ts'
import type { Month } from './months.ts'

/** What an organization has used in a month. */
export interface Usage {
  month: string
  organization: string
  /** Requests and tool calls with a verified token, also rejected ones. */
  requests: number
  /** Rows in their responses, and in downloaded exports. */
  rows: number
  /** Exports that were created. */
  exports: number
  /** Events that Kafka received, also rejected ones. */
  events: number
  /** Bytes of their keys, values, and headers, before compression. */
  eventBytes: number
}

export interface UsageOptions {
  topics: Record<TopicRole, TopicSettings>
  months: readonly Month[]
  /** The registered organizations, to which events can belong. */
  organizations: readonly { key: string }[]
  /** Called with what is read next. */
  onStep(text: string): void
}

/** The name of the operation and of the tool that create an export, in audit records. */
const CREATES_EXPORT = new Set(['createExport', 'create_export'])

/**
 * Counts what each organization has used in each month, sorted by month and key. Requests come from the audit trail by
 * their time, and events from their topics by their key and Kafka timestamp, so everything before the first month is
 * skipped. Events of unregistered organizations are left out.
 * @throws Error when Kafka is unavailable
 */
export async function readUsage(
  connection: KafkaConnection,
  { topics, months, organizations, onStep }: UsageOptions,
): Promise<Usage[]> {
  const [first] = months
  if (!first) return []
  const registered = new Set(organizations.map(({ key }) => key))
  const counted = new Map<string, Usage>()
  const usageAt = (organization: string, time: number): Usage | null => {
    const month = months.find(({ from, to }) => time >= from && time < to)
    if (!month) return null
    const key = `${month.name} ${organization}`
    const usage = counted.get(key) ?? { month: month.name, organization, ...nothing }
    counted.set(key, usage)
    return usage
  }
  for (const { from } of months) for (const { key } of organizations) usageAt(key, from)
  onStep(`Reading the audit records since ${first.name}.`)
  await readAuditLog(connection, topics.audit.name, { since: new Date(first.from) }, (record) => {
    if (record.organization === null || record.operator !== null) return
    const usage = usageAt(record.organization, Date.parse(record.time))
    if (!usage) return
    usage.requests += record.count
    usage.rows += record.rows ?? 0
    if (record.code === null && CREATES_EXPORT.has(record.operation ?? '')) usage.exports += 1
  })
  for (const { name: topic } of [topics.records, topics.bom]) {
    onStep(`Reading the events of ${topic} since ${first.name}.`)
    await readTopic(connection, {
      topic,
      since: first.from,
      onRecord(record) {
        const organization = organizationOf(record)
        const usage = registered.has(organization) ? usageAt(organization, record.timestamp) : null
        if (!usage) return
        usage.events += 1
        usage.eventBytes += bytesOf(record)
      },
    })
  }
  return [...counted.values()].sort((a, b) => compare(a.month, b.month) || compare(a.organization, b.organization))
}

const nothing = { requests: 0, rows: 0, exports: 0, events: 0, eventBytes: 0 }

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The first part of the key. Events are rejected unless it is their organization. */
function organizationOf({ key }: KafkaRecord): string {
  return key?.toString('utf8').split('/', 1)[0] ?? ''
}

function bytesOf({ key, value, headers }: KafkaRecord): number {
  const values = Object.entries(headers).flatMap(([name, given]) =>
    [given].flat().map((one) => name.length + (one?.length ?? 0)),
  )
  return values.reduce((sum, size) => sum + size, (key?.length ?? 0) + (value?.length ?? 0))
}
