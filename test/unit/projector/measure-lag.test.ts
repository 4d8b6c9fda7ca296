import { expect } from 'chai'
import { createMeasureLag, type LastApplied, longestOf } from '../../../projector/partitions/measure-lag.ts'

const place = { topic: 'records', partition: 0 }
const end = (high: number, partition = 0) => ({ topic: 'records', partition, low: 0n, high: BigInt(high) })

/** Measures one partition with the log end `high` and the stored offset `next`. */
function openPartition() {
  const measure = createMeasureLag()
  return (seconds: number, high: number, next: number, applied: LastApplied[] = []) =>
    longestOf(measure([end(high)], () => next, applied, seconds * 1000))
}

describe('the lag of a group', () => {
  it('is 0 while everything is applied, however long ago the last event was', () => {
    const at = openPartition()
    expect(at(0, 10, 10, [{ ...place, timestamp: -9_000_000, appliedAt: -9_000_000 }])).to.equal(0)
    expect(at(5000, 10, 10)).to.equal(0)
  })

  it('is the time since the first measurement that found the oldest record that is not applied', () => {
    const at = openPartition()
    expect([at(0, 10, 10), at(5, 11, 10), at(10, 12, 10), at(15, 12, 11), at(20, 12, 12)]).to.deep.equal([
      0, 0, 5, 5, 0,
    ])
  })

  it('starts again with later records', () => {
    const at = openPartition()
    expect([at(0, 5, 5), at(5, 9, 5), at(10, 12, 9), at(12, 12, 9)]).to.deep.equal([0, 0, 0, 2])
  })

  it('is the age of the last applied record if more records were already waiting, as after a long stop', () => {
    const at = openPartition()
    expect(at(10_000, 500, 0)).to.equal(0)
    const applied = [{ ...place, timestamp: 4_000_000, appliedAt: 10_001_000 }]
    expect(at(10_005, 500, 100, applied)).to.equal(6005)
    expect(at(10_010, 500, 500, applied)).to.equal(0)
  })

  it('is that of the partition with the largest lag, including partitions without an offset', () => {
    const measure = createMeasureLag()
    const next = ({ partition }: { partition: number }) => (partition === 0 ? 3 : null)
    expect(longestOf(measure([end(3), end(1, 1)], next, [], 0))).to.equal(0)
    const lags = measure([end(3), end(1, 1)], next, [], 7000)
    expect(longestOf(lags)).to.equal(7)
    expect(lags.map(({ partition, seconds }) => [partition, seconds])).to.deep.equal([
      [0, 0],
      [1, 7],
    ])
    expect(longestOf(measure([end(3), end(0, 2)], next, [], 9000))).to.equal(0)
  })
})
