import { expect } from 'chai'
import type { EachBatchPayload } from 'kafkajs'
import { assignedPartitions } from '../../kafka/assigned-partitions.ts'
import type { RecordBatch } from '../../kafka/consumer-port.ts'
import { type Delivery, deliver } from '../../kafka/deliver.ts'

const of = { topic: 'records', partition: 0 }
const nothing = () => {}

/** A partition that reads from 5 on, and what became of one batch with the records 7 and 8. */
function read(options: { fetchedOffset: string; isStale?: boolean; isPaused?: boolean; isRevoked?: boolean }) {
  const states = assignedPartitions([of])
  const state = states.find(of)
  if (!state) throw new Error('no state')
  Object.assign(state, { isReading: true, isPaused: options.isPaused ?? false, next: 5n, fetchFrom: 5n })
  const given: RecordBatch[] = []
  const resolved: string[] = []
  const readFrom: bigint[] = []
  const messages = ['7', '8'].map((offset) => ({
    offset,
    timestamp: '0',
    attributes: 0,
    key: null,
    value: null,
    headers: {},
  }))
  const batch: EachBatchPayload['batch'] & { fetchedOffset: string } = {
    ...of,
    fetchedOffset: options.fetchedOffset,
    highWatermark: '10',
    messages,
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
    endsOf: async () => undefined,
    onBatch: async (one) => void given.push(one),
    onGap: nothing,
  }
  return deliver(payload, to).then(() => ({ given, resolved, readFrom, state }))
}

describe('a batch from kafkajs', () => {
  it('is handed over when it was fetched from where the partition is, up to the marker after it', async () => {
    const { given, resolved, readFrom, state } = await read({ fetchedOffset: '5' })
    expect(given.map(({ from, next, records }) => [from, next, records.map(({ offset }) => offset)])).to.deep.equal([
      [5n, 10n, [7n, 8n]],
    ])
    expect([resolved, readFrom]).to.deep.equal([['9'], []])
    expect(state).to.deep.include({ next: 10n, fetchFrom: 10n, highWatermark: 10n })
  })

  for (const fetchedOffset of ['4', '7']) {
    it(`is read again when it was fetched from elsewhere (${fetchedOffset})`, async () => {
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
})
