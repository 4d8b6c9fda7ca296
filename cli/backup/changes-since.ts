import type { KafkaConnection } from '../../kafka/connection.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import { readAuditLog } from '../audit/audit-log.ts'

/** The commands that change what a backup contains. Support tokens end within a day, and are not listed. */
const CHANGES = /^(organizations|tokens|sources|region) /
/** Changes that can be applied again without effect. */
const PERMANENT = /^(tokens revoke|organizations purge)$/
/** The clocks of operators may be slow by this, so that a change after a backup seems to be before it. */
const CLOCKS_MS = 300_000

/**
 * The changes of operators since a backup, in order. Those that can be applied again begin 5 minutes earlier.
 * @param since UTC
 */
export async function changesSince(connection: KafkaConnection, topic: string, since: Date): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  await readAuditLog(connection, topic, { since: new Date(since.getTime() - CLOCKS_MS) }, (record) => {
    const operation = record.operation ?? ''
    const isLater = new Date(record.time) >= since || PERMANENT.test(operation)
    if (record.interface === 'cli' && CHANGES.test(operation) && isLater) records.push(record)
  })
  return records.sort((a, b) => (a.time < b.time ? -1 : 1))
}
