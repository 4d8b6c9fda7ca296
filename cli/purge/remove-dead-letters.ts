import type { KafkaConnection } from '../../kafka/connection.ts'
import { PATIENT_MS, type Producer } from '../../kafka/producer.ts'
import { headerText } from '../../kafka/records.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { type DeadLetterRecord, readDeadLetters } from '../dead-letters/dead-letters.ts'

/** The topic of dead letters. */
export interface LetterTopic {
  connection: KafkaConnection
  topic: string
}

/** Bytes of dead letters that are sent at once. */
const SEND_BYTES = 1024 * 1024

/**
 * Removes the dead letters that belong to an organization or name it. Kafka can delete only the oldest records of a
 * partition. So in each partition with such dead letters, all others are appended again, with their times, and
 * everything before them is deleted. Positions of dead letters in these partitions change. If this is interrupted, some
 * are there twice until it is called again.
 * @returns how many were removed
 * @throws Error when the brokers are unavailable, or the signal aborts; then it can be called again
 */
export async function removeDeadLetters(
  letters: LetterTopic,
  key: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const counts = await countDeadLetters(letters, key)
  if (counts.size === 0) return 0
  const producer = letters.connection.createProducer({ timeoutMs: PATIENT_MS })
  try {
    for (const partition of counts.keys()) {
      signal?.throwIfAborted()
      await removeFrom(letters, partition, key, producer)
    }
  } finally {
    await producer.disconnect()
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Returns the number of dead letters that belong to an organization or name it, by partition. */
export async function countDeadLetters(letters: LetterTopic, key: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  await ofOrganization(letters, key, ({ partition }) => void counts.set(partition, (counts.get(partition) ?? 0) + 1))
  return counts
}

async function removeFrom(letters: LetterTopic, partition: number, key: string, producer: Producer): Promise<void> {
  const { connection, topic } = letters
  const ends = await connection.untilLed(() => connection.endOffsets([topic]))
  const end = ends.find((one) => one.partition === partition)
  if (!end) return
  const range = { partition, from: end.low, to: end.high }
  const removed = new Set<bigint>()
  await ofOrganization(letters, key, ({ offset }) => void removed.add(offset), range)
  const sent = new Set<string>()
  let held: DeadLetterRecord[] = []
  let bytes = 0
  const send = async () => {
    await producer.send(
      held.map(({ key, value, headers, timestamp }) => ({ topic, partition, key, value, headers, timestamp })),
    )
    held = []
    bytes = 0
  }
  await readTopic(connection, {
    topic,
    range,
    async onRecord(record) {
      if (removed.has(record.offset)) return
      const origin = originOf(record)
      if (origin !== null && sent.has(origin)) return
      if (origin !== null) sent.add(origin)
      held.push(record)
      bytes += (record.key?.length ?? 0) + (record.value?.length ?? 0)
      if (bytes >= SEND_BYTES) await send()
    },
  })
  if (held.length > 0) await send()
  await connection.withAdmin((admin) => admin.deleteRecordsBefore(topic, new Map([[partition, end.high]])))
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
  range?: { partition: number; from: bigint; to: bigint },
): Promise<void> {
  // A key of a record without a slash counts only if it is the key of an organization.
  const organizations = [{ key, allowedSources: [] }]
  return readDeadLetters({ connection, topic, organizations }, { organization: key, range }, (_, record) =>
    onRecord(record),
  )
}
