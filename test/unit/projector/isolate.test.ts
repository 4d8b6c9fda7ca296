import { expect } from 'chai'
import fc from 'fast-check'
import type { Chunk, PartitionRecord } from '../../../projector/pipeline/event-stream.ts'
import { isolate } from '../../../projector/pipeline/isolate.ts'

/** An error that an event causes, in contrast to an error of a server. */
class Bad extends Error {}

const recordAt = (offset: number): PartitionRecord => ({ offset, timestamp: 0, key: null, value: null, headers: {} })
const offsetsOf = ({ records }: Chunk) => records.map(({ offset }) => offset)

/** Random logs with gaps between offsets, in which some records are bad. */
const log = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 3 }), isBad: fc.boolean() }), { maxLength: 40 })
  .map((given) => {
    let next = 5
    const records = given.map(({ gap, isBad }) => {
      next += gap
      return { offset: next, isBad }
    })
    return { records, from: 5, to: next + 3 }
  })

describe('the isolation of bad events', () => {
  function applying(bad: ReadonlySet<number>, step: number) {
    const taken: number[] = []
    const rejected: number[] = []
    let next = 5
    const move = ({ from, to }: { from: number; to: number }) => {
      expect(from, 'no offset is left out, and none is passed twice').to.equal(next)
      next = to
    }
    return {
      taken,
      rejected,
      next: () => next,
      isolation: {
        async apply({ records, from, to }: Chunk, onReached: (offset: number) => void) {
          let at = from
          for (let begin = 0; begin < Math.max(1, records.length); begin += step) {
            const own = records.slice(begin, begin + step)
            if (own.some(({ offset }) => bad.has(offset))) throw new Bad()
            const end = records[begin + step]?.offset ?? to
            move({ from: at, to: end })
            taken.push(...own.map(({ offset }) => offset))
            at = end
            onReached(end)
          }
          return true
        },
        async reject(one: Chunk, error: unknown) {
          expect(error).to.be.instanceOf(Bad)
          expect(one.records).to.have.length(1)
          rejected.push(...offsetsOf(one))
          move(one)
          return true
        },
        isOfEvent: (error: unknown) => error instanceof Bad,
      },
    }
  }

  it('applies every good event once and in order, and rejects every bad one alone', async () => {
    await fc.assert(
      fc.asyncProperty(log, fc.integer({ min: 1, max: 50 }), async ({ records, from, to }, step) => {
        const [bad, good] = [true, false].map((wanted) =>
          records.filter(({ isBad }) => isBad === wanted).map(({ offset }) => offset),
        )
        const { isolation, taken, rejected, next } = applying(new Set(bad), step)
        expect(await isolate({ records: records.map(({ offset }) => recordAt(offset)), from, to }, isolation)).to.equal(
          true,
        )
        expect(taken).to.deep.equal(good)
        expect(rejected).to.deep.equal(bad)
        expect(next()).to.equal(to)
      }),
      { numRuns: 500 },
    )
  })

  it('passes on an error that no event causes, and rejects nothing', async () => {
    const { isolation, rejected } = applying(new Set(), 1)
    const away = new Error('away')
    const apply = async () => {
      throw away
    }
    const chunk = { records: [recordAt(5), recordAt(6)], from: 5, to: 7 }
    expect(await isolate(chunk, { ...isolation, apply }).catch((error: unknown) => error)).to.equal(away)
    expect(rejected).to.deep.equal([])
  })

  it('passes on an error after all events were applied', async () => {
    const { isolation, rejected } = applying(new Set(), 1)
    const late = new Bad()
    let applied = 0
    const apply = async ({ to }: Chunk, onReached: (offset: number) => void) => {
      applied += 1
      if (applied > 10) throw new Error('applied without end')
      onReached(to)
      throw late
    }
    const chunk = { records: [recordAt(5)], from: 5, to: 6 }
    expect(await isolate(chunk, { ...isolation, apply }).catch((error: unknown) => error)).to.equal(late)
    expect(rejected).to.deep.equal([])
  })

  it('ends when the partition is lost, even in the middle of a batch', async () => {
    const { isolation, taken } = applying(new Set([5]), 1)
    const gone = { ...isolation, reject: async () => false }
    const chunk = { records: [recordAt(5), recordAt(6)], from: 5, to: 7 }
    expect(await isolate(chunk, gone)).to.equal(false)
    expect(taken).to.deep.equal([])
  })
})
