import { expect } from 'chai'
import { chunksOf } from '../../../projector/pipeline/chunks.ts'
import type { PartitionRecord } from '../../../projector/pipeline/event-stream.ts'

/** Records at these offsets. Others are missing, as after a transaction that was aborted. */
function recordsAt(...offsets: number[]): PartitionRecord[] {
  return offsets.map((offset) => ({ offset, timestamp: 0, key: null, value: null, headers: {} }))
}

const chunks = (records: readonly PartitionRecord[], from: number, to: number, border?: number) =>
  [...chunksOf(records, from, to, { maxRecords: 2, ...(border === undefined ? {} : { border }) })].map((chunk) => [
    chunk.from,
    chunk.to,
    chunk.records.map(({ offset }) => offset),
  ])

describe('chunks of a fetched batch', () => {
  it('follow each other without a gap, and contain each record once', () => {
    expect(chunks(recordsAt(10, 11, 14, 15, 16), 9, 20)).to.deep.equal([
      [9, 14, [10, 11]],
      [14, 16, [14, 15]],
      [16, 20, [16]],
    ])
  })

  it('begin at a border inside of the batch, also at an offset without a record', () => {
    expect(chunks(recordsAt(10, 11, 14, 15), 9, 20, 13)).to.deep.equal([
      [9, 13, [10, 11]],
      [13, 20, [14, 15]],
    ])
    expect(chunks(recordsAt(10), 9, 20, 15)).to.deep.equal([
      [9, 15, [10]],
      [15, 20, []],
    ])
  })

  it('ignore a border outside of the batch', () => {
    for (const border of [0, 9, 20, 99]) expect(chunks(recordsAt(10), 9, 20, border)).to.deep.equal([[9, 20, [10]]])
  })
})
