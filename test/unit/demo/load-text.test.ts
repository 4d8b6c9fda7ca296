import { expect } from 'chai'
import { loadText } from '../../../demo/feed/load-text.ts'

describe('the progress line of the demo load', () => {
  const text = (records: number, styles: number, elapsedMs: number) =>
    loadText('the demo', { records: { total: 12_000, done: records }, bom: { total: 1000, done: styles }, elapsedMs })

  it('counts events, and estimates what is left when some seconds have passed', () => {
    expect(text(0, 0, 9000)).to.equal('Loading the demo: 0 of 13,000 events after 9 s.')
    expect(text(6000, 0, 3000)).to.equal('Loading the demo: 6,000 of 13,000 events after 3 s.')
    expect(text(12_000, 0, 20_000)).to.equal('Loading the demo: 12,000 of 13,000 events after 20 s, about 20 s left.')
    expect(text(12_000, 1000, 41_000)).to.equal('Loading the demo: 13,000 of 13,000 events after 41 s.')
  })

  it('estimates more time for a style of a BOM than for a record', () => {
    const left = (line: string) => Number(/about (\d+) s left/.exec(line)?.[1])
    expect(left(text(1000, 0, 10_000))).to.be.above(left(text(0, 1000, 10_000)))
  })
})
