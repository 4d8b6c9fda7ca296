import { randomUUID } from 'node:crypto'
import type { KafkaConnection } from '../connection.ts'
import type { RecordBatch } from '../consumer.ts'
import type { KafkaRecord } from '../records.ts'

/** From an offset up to, and without, another one. */
export type Range = { partition: number; from: bigint; to: bigint }

export type ReadOptions = {
  topic: string
  /** Only records from this Kafka timestamp on, in ms since 1970. */
  since?: number | undefined
  /** Only this part of the log; all of it by default. */
  range?: Range | undefined
  /** Only this number of the last offsets of each partition. */
  newest?: number | undefined
  /** Called for one record after the other, in the order of each partition; nothing is read on before it settles. */
  onRecord(record: KafkaRecord & { partition: number }): void | Promise<void>
}

const POLL_MS = 50

/**
 * Reads a topic up to where it ends now, outside of all consumer groups that count: the one it needs has a random name
 * that starts with `tda-read-` and is deleted again. A broker that goes away in between is waited for.
 * @throws Error when the brokers are away at the start, the topic does not exist, or a record batch cannot be decoded.
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
    onGap: ({ partition, wanted }) => fail(`the record at ${partition}:${wanted} is gone: its retention is over`),
    onCrash: done.reject,
  })
  // What was handed over counts once it was taken, which is not reported.
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

async function rangesOf(connection: KafkaConnection, { topic, since, range, newest }: ReadOptions): Promise<Range[]> {
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
        starts.get(partition) ?? low,
        newest === undefined ? low : high - BigInt(newest),
      ),
      to: range && range.to < high ? range.to : high,
    }))
}

const largest = (...values: bigint[]) => values.reduce((a, b) => (a > b ? a : b))
