import { expect } from 'chai'
import fc from 'fast-check'
import { ConfirmedEvents } from '../../../cli/feed/confirmed-events.ts'

const TOPICS = ['records', 'bom']

/** Sends in the order of their offsets: gaps are events of others. */
const sends = fc.array(
  fc.record({
    topic: fc.constantFrom(...TOPICS),
    partition: fc.nat(2),
    gap: fc.nat(2),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  { maxLength: 20 },
)

describe('the confirmed events of tda feed', () => {
  it('are exactly those that were written, and are left until the offset of their partition passes them', () => {
    fc.assert(
      fc.property(sends, fc.nat(20), (drawn, next) => {
        const confirmed = new ConfirmedEvents()
        const ends = new Map<string, number>()
        const expected = new Set<string>()
        for (const { topic, partition, gap, count } of drawn) {
          const from = (ends.get(`${topic}/${partition}`) ?? 0) + gap
          ends.set(`${topic}/${partition}`, from + count)
          const positions = Array.from({ length: count }, (_, at) => at)
          for (const at of positions) expected.add(`${topic}/${partition}/${from + at}`)
          confirmed.add([{ topic, partition, baseOffset: BigInt(from), positions }])
        }
        expect(confirmed.count).to.equal(expected.size)
        expect(confirmed.countLeft([])).to.equal(expected.size)
        const processed = [{ topic: 'records', partition: 0, next }]
        const isLeft = (position: string) => !position.startsWith('records/0/') || Number(position.slice(10)) >= next
        expect(confirmed.countLeft(processed)).to.equal([...expected].filter(isLeft).length)
        for (const topic of TOPICS)
          for (const partition of [0, 1, 2])
            for (let offset = 0; offset < 20; offset += 1)
              expect(confirmed.has({ topic, partition }, offset)).to.equal(
                expected.has(`${topic}/${partition}/${offset}`),
              )
      }),
    )
  })
})
