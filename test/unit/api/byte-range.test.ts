import { expect } from 'chai'
import fc from 'fast-check'
import { byteRange } from '../../../api/http/rest/byte-range.ts'

const tag = '"abc"'
const rangeOf = (range: string | undefined, condition?: string) =>
  byteRange({ range, 'if-range': condition }, tag, 1000)

describe('the header Range', () => {
  it('is parsed as RFC 9110 defines it', () => {
    expect(rangeOf('bytes=0-0')).to.deep.equal({ start: 0, end: 1 })
    expect(rangeOf('bytes=10-19')).to.deep.equal({ start: 10, end: 20 })
    expect(rangeOf('bytes=990-')).to.deep.equal({ start: 990, end: 1000 })
    expect(rangeOf('bytes=-10')).to.deep.equal({ start: 990, end: 1000 })
    expect(rangeOf('bytes=-5000')).to.deep.equal({ start: 0, end: 1000 })
    expect(rangeOf('bytes=999-5000')).to.deep.equal({ start: 999, end: 1000 })
    expect(rangeOf('BYTES = 1-2')).to.deep.equal({ start: 1, end: 3 })
  })

  it('is ignored if it is invalid or cannot be satisfied', () => {
    for (const range of [
      'bytes=1000-',
      'bytes=20-10',
      'bytes=-0',
      'bytes=-',
      'bytes=0-1,5-6',
      'rows=0-1',
      'bytes=a-b',
      '',
    ])
      expect(rangeOf(range), range).to.equal(null)
    expect(rangeOf(undefined)).to.equal(null)
    expect(byteRange({ range: 'bytes=0-1' }, tag, 0)).to.equal(null)
  })

  it('is parsed in time proportional to its length', () => {
    const spaces = ' '.repeat(1500)
    for (const range of [`bytes=${spaces}-${spaces}x`, `bytes${spaces}=${spaces}x`, `bytes=${'-'.repeat(100_000)}`]) {
      const before = process.threadCpuUsage()
      expect(rangeOf(range)).to.equal(null)
      // A pattern that backtracks takes seconds for 4 kB.
      expect(process.threadCpuUsage(before).user / 1000).to.be.below(200)
    }
    expect(rangeOf(`bytes=${spaces}1${spaces}-${spaces}2${spaces}`)).to.deep.equal({ start: 1, end: 3 })
  })

  it('is ignored unless If-Range, if present, is the strong ETag of the file', () => {
    expect(rangeOf('bytes=0-1', tag)).to.deep.equal({ start: 0, end: 2 })
    for (const condition of ['"other"', `W/${tag}`, 'Sun, 14 Mar 2027 08:00:00 GMT'])
      expect(rangeOf('bytes=0-1', condition), condition).to.equal(null)
  })

  it('never selects bytes beyond the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 5000 }), (first, last, size) => {
        for (const range of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
          const found = byteRange({ range }, tag, size)
          if (found) expect(0 <= found.start && found.start < found.end && found.end <= size).to.equal(true)
        }
      }),
    )
  })
})
