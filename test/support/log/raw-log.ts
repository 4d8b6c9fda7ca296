import { randomUUID } from 'node:crypto'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { openKafkajs, withAdmin } from '../processes/kafkajs.ts'
import { until } from '../until.ts'

/** A record as it is stored: everything that a copy must keep. `text` contains all of it, for comparisons. */
export interface RawLogRecord {
  partition: number
  offset: number
  key: Buffer | null
  value: Buffer | null
  text: string
  /** Key, value, and headers, one character for each byte. */
  bytes: string
}

const hex = (bytes: Buffer | string | null | undefined) =>
  bytes === null || bytes === undefined ? null : Buffer.from(bytes).toString('hex')

/**
 * Reads everything that a topic contains now, in the order of each partition. It uses kafkajs' consumer as it is, and
 * none of the code that copies.
 */
export async function rawLog(connection: KafkaConnection, topic: string): Promise<RawLogRecord[]> {
  const ends = await withAdmin(connection, (admin) => admin.fetchTopicOffsets(topic))
  const left = new Map(
    ends.filter(({ low, high }) => low !== high).map(({ partition, high }) => [partition, Number(high)]),
  )
  const records: RawLogRecord[] = []
  if (left.size === 0) return records
  const client = openKafkajs(connection)
  const groupId = `test-${randomUUID()}`
  const consumer = client.kafka.consumer({ groupId })
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ partition, message }) => {
      const { key, value, headers = {}, timestamp } = message
      const offset = Number(message.offset)
      const named = Object.entries(headers).map(([name, given]) => [name, [given].flat().map(hex)])
      const content = { timestamp, key: hex(key), value: hex(value), headers: named }
      const parts = [key, value, ...Object.entries(headers).flat(2)]
      const bytes = parts.map((part) => Buffer.from(part ?? '').toString('latin1')).join('\n')
      records.push({ partition, offset, key, value, text: JSON.stringify(content), bytes })
      if (offset + 1 >= (left.get(partition) ?? 0)) left.delete(partition)
    },
  })
  await until(`all records of ${topic}`, () => left.size === 0, 240_000)
  await consumer.disconnect()
  client.abort()
  await withAdmin(connection, (admin) => admin.deleteGroups([groupId])).catch(() => undefined)
  return records.sort((a, b) => a.partition - b.partition || a.offset - b.offset)
}

/** The records of each partition as text, without their offsets. */
export function textsByPartition(records: readonly RawLogRecord[]): Record<string, string[]> {
  const partitions = Map.groupBy(records, ({ partition }) => partition)
  return Object.fromEntries([...partitions].map(([partition, own]) => [partition, own.map(({ text }) => text)]))
}
