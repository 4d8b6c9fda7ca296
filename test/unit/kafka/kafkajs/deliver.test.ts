import { expect } from 'chai'
import type { EachBatchPayload } from 'kafkajs'
import type { Gap, RecordBatch } from '../../../../kafka/consumer.ts'
import { assignedPartitions } from '../../../../kafka/kafkajs/consumer/assigned-partitions.ts'
import { type Delivery, deliver } from '../../../../kafka/kafkajs/consumer/deliver.ts'
import { fetchResponse } from '../../../../kafka/kafkajs/internals.ts'
import { fetchResponsesPatch } from '../../../../kafka/kafkajs/patches/fetch-responses.ts'

const topicPartition = { topic: 'records', partition: 0 }
const nothing = () => {}

interface ReadOptions {
  fetchedOffset: string
  isStale?: boolean
  isPaused?: boolean
  isRevoked?: boolean
  /** Messages of the batch instead of the two records. */
  messages?: EachBatchPayload['batch']['messages']
  /** The log ends that the broker reports, one per request. */
  ends?: bigint[]
}

/** The messages that kafkajs decodes from a fetch response with OFFSET_OUT_OF_RANGE. */
async function outOfRange(): Promise<EachBatchPayload['batch']['messages']> {
  fetchResponsesPatch.apply()
  const topic = Buffer.from(topicPartition.topic)
  const raw = Buffer.alloc(72 + topic.length)
  raw.writeInt32BE(1, 10)
  raw.writeInt16BE(topic.length, 14)
  topic.copy(raw, 16)
  const at = 16 + topic.length
  raw.writeInt32BE(1, at)
  const OFFSET_OUT_OF_RANGE = 1
  raw.writeInt16BE(OFFSET_OUT_OF_RANGE, at + 8)
  const fetched = (await fetchResponse.decode(raw)) as {
    responses: { partitions: { messages: EachBatchPayload['batch']['messages'] }[] }[]
  }
  return fetched.responses[0]?.partitions[0]?.messages ?? []
}

/** Delivers one batch with the records 7 and 8 to a partition that reads from offset 5, and returns the results. */
function read(options: ReadOptions) {
  const states = assignedPartitions([topicPartition])
  const state = states.find(topicPartition)
  if (!state) throw new Error('no state')
  Object.assign(state, { isReading: true, isPaused: options.isPaused ?? false, next: 5n, fetchFrom: 5n })
  const given: RecordBatch[] = []
  const resolved: string[] = []
  const readFrom: bigint[] = []
  const gaps: Gap[] = []
  const ends = options.ends ?? []
  const records = ['7', '8'].map((offset) => ({
    offset,
    timestamp: '0',
    attributes: 0,
    key: null,
    value: null,
    headers: {},
  }))
  const batch: EachBatchPayload['batch'] & { fetchedOffset: string } = {
    ...topicPartition,
    fetchedOffset: options.fetchedOffset,
    highWatermark: '10',
    messages: options.messages ?? records,
    isEmpty: () => false,
    firstOffset: () => '7',
    lastOffset: () => '9',
    offsetLag: () => '0',
    offsetLagLow: () => '0',
  }
  const payload: EachBatchPayload = {
    batch,
    resolveOffset: (offset) => void resolved.push(offset),
    heartbeat: async () => {},
    pause: () => nothing,
    commitOffsetsIfNecessary: async () => {},
    uncommittedOffsets: () => ({ topics: [] }),
    isRunning: () => true,
    isStale: () => options.isStale ?? false,
  }
  const to: Delivery = {
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    states,
    signal: options.isRevoked ? AbortSignal.abort() : new AbortController().signal,
    readFrom: (_, offset) => void readFrom.push(offset),
    rest: nothing,
    lose: nothing,
    endOffsetsOf: async () => ({ ...topicPartition, low: 0n, high: ends.shift() ?? 0n }),
    gapPauseMs: 0,
    onBatch: async (one) => void given.push(one),
    onGap: (gap) => void gaps.push(gap),
  }
  return deliver(payload, to).then(() => ({ given, resolved, readFrom, gaps, state, unasked: ends.length }))
}

describe('a batch from kafkajs', () => {
  it('is delivered if it was fetched from the offset of the partition, including the markers at its end', async () => {
    const { given, resolved, readFrom, state } = await read({ fetchedOffset: '5' })
    expect(given.map(({ from, next, records }) => [from, next, records.map(({ offset }) => offset)])).to.deep.equal([
      [5n, 10n, [7n, 8n]],
    ])
    expect([resolved, readFrom]).to.deep.equal([['9'], []])
    expect(state).to.deep.include({ next: 10n, fetchFrom: 10n, highWatermark: 10n })
  })

  for (const fetchedOffset of ['4', '7']) {
    it(`is fetched again if it was fetched from another offset (${fetchedOffset})`, async () => {
      const { given, resolved, readFrom } = await read({ fetchedOffset })
      expect([given, resolved, readFrom]).to.deep.equal([[], [], [5n]])
    })
  }

  for (const dropped of [{ isStale: true }, { isPaused: true }, { isRevoked: true }]) {
    it(`is dropped and not resolved: ${Object.keys(dropped)}`, async () => {
      const { given, resolved, readFrom } = await read({ fetchedOffset: '5', ...dropped })
      expect([given, resolved, readFrom]).to.deep.equal([[], [], []])
    })
  }

  it('beyond the log end is fetched again if only the first reported log end confirms that', async () => {
    const { gaps, readFrom, unasked } = await read({
      fetchedOffset: '5',
      messages: await outOfRange(),
      ends: [3n, 9n],
    })
    expect([gaps, readFrom, unasked]).to.deep.equal([[], [5n], 0])
  })

  it('beyond the log end is a gap if two reported log ends confirm that', async () => {
    const { gaps, readFrom } = await read({ fetchedOffset: '5', messages: await outOfRange(), ends: [3n, 4n] })
    expect([gaps, readFrom]).to.deep.equal([[{ ...topicPartition, wanted: 5n, logStart: 0n, logEnd: 4n }], []])
  })
})
