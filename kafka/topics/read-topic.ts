import { randomUUID } from 'node:crypto'
import type { KafkaConnection } from '../connection.ts'
import type { RecordBatch } from '../consumer.ts'
import type { KafkaRecord } from '../records.ts'

/** Offsets of a partition: `from` inclusive, `to` exclusive. */
export type Range = { partition: number; from: bigint; to: bigint }

export type ReadOptions = {
  topic: string
  /** Only records with this Kafka timestamp or a later one, in ms since 1970. */
  since?: number | undefined
  /** Only these offsets; default all. */
  range?: Range | undefined
  /** Only offsets from these on, by partition; default all. */
  from?: ReadonlyMap<number, bigint> | undefined
  /** Only this number of the newest offsets of each partition. */
  newest?: number | undefined
  /** Called for each record, in order within each partition. The next record waits until it settles. */
  onRecord(record: KafkaRecord & { partition: number }): void | Promise<void>
}

const POLL_MS = 50

/**
 * Reads a topic up to its current end. It uses a temporary consumer group with a random name that starts with
 * `tda-read-`, and deletes it at the end. If a broker becomes unavailable in the meantime, reading continues when it is
 * back.
 * @throws Error when the brokers are unavailable at the start, the topic does not exist, or a record batch cannot be
 * decoded
 */
export async function readTopic(connection: KafkaConnection, options: ReadOptions): Promise<void> {
  const ranges = await connection.untilLed(() => rangesOf(connection, options))
  const left = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [range.partition, { ...range }]))
  if (left.size === 0) return
  const groupId = `tda-read-${randomUUID()}`
  const done = Promise.withResolvers<void>()
  const fail = (reason: string) => done.reject(new Error(`${options.topic}: ${reason}`))

  const onBatch = async ({ partition, records, next, undecodable }: RecordBatch) => {
    if (undecodable)
      return fail(`the batch at ${partition}:${undecodable.offset} cannot be read: ${undecodable.reason}`)
    const range = left.get(partition)
    for (const record of records) {
      if (!range || record.offset >= range.to) break
      if (record.offset >= range.from) await options.onRecord({ ...record, partition })
      range.from = record.offset + 1n
    }
    if (range && next > range.from) range.from = next
  }

  const consumer = connection.consume({
    groupId,
    topics: [options.topic],
    concurrency: 1,
    onAssigned: ({ start }) => {
      for (const { partition, from } of left.values()) start({ topic: options.topic, partition }, from)
    },
    onBatch: (batch) => onBatch(batch).catch(done.reject),
    onGap: ({ partition, wanted }) => fail(`the record at ${partition}:${wanted} was deleted after its retention`),
    onCrash: done.reject,
  })
  // The consumer does not report when a batch was applied, so its progress is polled.
  const polling = setInterval(() => {
    for (const { partition, next } of consumer.lag()) {
      const range = left.get(partition)
      if (range && next !== null && next >= range.to) left.delete(partition)
    }
    if (left.size === 0) done.resolve()
  }, POLL_MS)
  try {
    await done.promise
  } finally {
    clearInterval(polling)
    await consumer.stop()
    await connection.withAdmin((admin) => admin.deleteGroup(groupId)).catch(() => undefined)
  }
}

async function rangesOf(connection: KafkaConnection, options: ReadOptions): Promise<Range[]> {
  const { topic, since, range, newest } = options
  const logs = await connection.endOffsets([topic])
  const starts =
    since === undefined ? new Map() : await connection.withAdmin((admin) => admin.offsetsSince(topic, since))
  return logs
    .filter(({ partition }) => !range || partition === range.partition)
    .map(({ partition, low, high }) => ({
      partition,
      from: largest(
        low,
        range?.from ?? low,
        options.from?.get(partition) ?? low,
        starts.get(partition) ?? low,
        newest === undefined ? low : high - BigInt(newest),
      ),
      to: range && range.to < high ? range.to : high,
    }))
}

const largest = (...values: bigint[]) => values.reduce((a, b) => (a > b ? a : b))
