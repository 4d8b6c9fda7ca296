import type { KafkaConnection } from '../../kafka/connection.ts'
import { PATIENT_MS } from '../../kafka/producer.ts'
import { headerText, type OutgoingRecord } from '../../kafka/records.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { type DeadLetterRecord, readDeadLetters } from '../dead-letters/dead-letters.ts'

/** The topic of dead letters. */
export interface LetterTopic {
  connection: KafkaConnection
  topic: string
}

/** Bytes of dead letters that are sent at once. */
const SEND_BYTES = 1024 * 1024
const RECORD_BYTES = 500

/**
 * Removes the dead letters that belong to an organization or name it. Kafka can delete only the oldest records of a
 * partition. So in each partition with such dead letters, all others are appended again, with their times, and
 * everything before them is deleted. Positions of dead letters in these partitions change. If this is interrupted, some
 * are there twice until it is called again.
 * @returns how many were removed
 * @throws Error when the brokers are unavailable; then it can be called again
 */
export async function removeDeadLetters(deadLetters: LetterTopic, key: string): Promise<number> {
  const { connection, topic } = deadLetters
  const found = await connection.untilLed(() => connection.endOffsets([topic]))
  const ends = new Map(found.map(({ partition, high }) => [partition, high]))
  const removed = new Map<number, Set<bigint>>()
  await ofOrganization(deadLetters, key, ({ partition, offset }) => {
    if (offset >= (ends.get(partition) ?? 0n)) return
    removed.set(partition, (removed.get(partition) ?? new Set()).add(offset))
  })
  if (removed.size === 0) return 0
  const affected = new Map([...ends].filter(([partition]) => removed.has(partition)))
  await appendOthers(deadLetters, affected, removed)
  await connection.withAdmin((admin) => admin.deleteRecordsBefore(topic, affected))
  return [...removed.values()].reduce((sum, { size }) => sum + size, 0)
}

/** Appends the dead letters before the given ends of partitions again, except for the removed ones. */
async function appendOthers(
  { connection, topic }: LetterTopic,
  ends: ReadonlyMap<number, bigint>,
  removed: ReadonlyMap<number, ReadonlySet<bigint>>,
): Promise<void> {
  const producer = connection.createProducer({ timeoutMs: PATIENT_MS })
  const sent = new Set<string>()
  let held: OutgoingRecord[] = []
  let bytes = 0
  const send = async () => {
    await producer.send(held)
    held = []
    bytes = 0
  }
  const onRecord = async (record: DeadLetterRecord) => {
    const { partition, offset, key, value, headers, timestamp } = record
    if (offset >= (ends.get(partition) ?? 0n) || removed.get(partition)?.has(offset)) return
    const origin = originOf(record)
    if (origin !== null && sent.has(origin)) return
    if (origin !== null) sent.add(origin)
    held.push({ topic, partition, key, value, headers, timestamp })
    bytes += RECORD_BYTES + (key?.length ?? 0) + (value?.length ?? 0)
    if (bytes >= SEND_BYTES) await send()
  }
  try {
    await readTopic(connection, { topic, onRecord })
    if (held.length > 0) await send()
  } finally {
    await producer.disconnect()
  }
}

/** Returns the number of dead letters that belong to an organization or name it. */
export async function countDeadLetters(deadLetters: LetterTopic, key: string): Promise<number> {
  let count = 0
  await ofOrganization(deadLetters, key, () => {
    count += 1
  })
  return count
}

/** The position of the rejected record, by which a dead letter that was appended twice is recognized. */
function originOf({ headers }: DeadLetterRecord): string | null {
  const parts = ['topic', 'partition', 'offset', 'firstFailedAt'].map((name) => headerText(headers, `dlq.${name}`))
  return parts.includes(undefined) ? null : parts.join(' ')
}

function ofOrganization(
  { connection, topic }: LetterTopic,
  key: string,
  onRecord: (record: DeadLetterRecord) => void,
): Promise<void> {
  // A key of a record without a slash counts only if it is the key of an organization.
  const organizations = [{ key, allowedSources: [] }]
  return readDeadLetters({ connection, topic, organizations }, { organization: key }, (_, record) => onRecord(record))
}
