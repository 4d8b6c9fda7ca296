import { hashOfKey } from '../../cypher/system/hash-of-key.ts'
import type { KafkaConnection } from '../../kafka/connection.ts'
import type { TopicRole, TopicSettings } from '../../kafka/topics/topic-table.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import type { Purged } from './purge-organization.ts'

/** Where data of a purged organization remains, until when, and how it can be removed earlier. */
export interface Remaining {
  where: string
  what: string
  /** A UTC time; null if it does not end by itself. */
  until: string | null
  note: string
}

/** Confirms what a purge removed, and what it could not remove. */
export interface Certificate {
  organization: string
  /** SHA-256 of the key, which remains so that the key is never given again. */
  keySha256: string
  region: string
  purgedAt: string
  completedAt: string | null
  removed: { tokens: number; relationships: number; nodes: number; exportFiles: number; deadLetters: number }
  remaining: Remaining[]
}

/** A topic that keeps what it contains of a purged organization. */
interface Kept {
  role: TopicRole
  what: string
  note: string
}

const keptTopics: readonly Kept[] = [
  { role: 'records', what: 'events', note: 'Copy the log without the organization: tda log copy --without' },
  { role: 'bom', what: 'events', note: 'Copy the log without the organization: tda log copy --without' },
  { role: 'snapshots', what: 'notices of BOM snapshots', note: 'IDs, times, and numbers, without BOM data' },
  { role: 'audit', what: 'audit records', note: 'Requests and administrative changes, including this purge' },
]

const others: readonly Remaining[] = [
  {
    where: 'Neo4j store files',
    what: 'deleted records, transaction logs, and the name of a label without nodes',
    until: null,
    note: 'Neo4j overwrites deleted records. A graph that is built from a copied log has none of them',
  },
  {
    where: 'Backups',
    what: 'copies of the graph, of Kafka, and of the export storage, including old versions of its files',
    until: null,
    note: 'Delete them, or let them end with their own retention',
  },
  {
    where: 'Logs, traces, and metrics of the processes',
    what: 'lines and labels with the organization key',
    until: null,
    note: 'They end with the retention of the systems that collect them',
  },
]

/** Returns the certificate of a purge. Retention is read from the topics. @throws Error when Kafka is unavailable */
export async function certificateOf(
  connection: KafkaConnection,
  topics: Record<TopicRole, TopicSettings>,
  { key, region, purged }: { key: string; region: string; purged: Purged },
): Promise<Certificate> {
  const { purgedAt, completedAt, credentials, links, nodes, files, deadLetters } = purged
  const names = keptTopics.map(({ role }) => topics[role].name)
  const settings = await connection.withAdmin((admin) => admin.settings(names, ['retention.ms']))
  const kept = keptTopics.map(({ role, ...rest }): Remaining => {
    const { name } = topics[role]
    const retentionMs = Number(settings.get(name)?.get('retention.ms') ?? -1)
    const until = retentionMs < 0 ? null : timeOfMilliseconds(Date.parse(completedAt ?? purgedAt) + retentionMs)
    return { where: `Kafka topic ${name}`, ...rest, until }
  })
  return {
    organization: key,
    keySha256: hashOfKey(key),
    region,
    purgedAt,
    completedAt,
    removed: { tokens: credentials, relationships: links, nodes, exportFiles: files, deadLetters },
    remaining: [...kept, ...others],
  }
}
