import { expect } from 'chai'
import { formatBytes } from '../../../explorer/src/format/numbers.ts'
import { formatAge, formatElapsed, fromLocalInput, toLocalInput } from '../../../explorer/src/format/times.ts'
import { plainText } from '../../support/explorer/plain-text.ts'

describe('formats of sizes and times', () => {
  it('show a number of bytes in the largest unit that fits', () => {
    const shown = [0, 1, 999, 1000, 1240, 9949, 9951, 999_400, 999_600, 270_000_000, 5_000_000_000].map(formatBytes)
    expect(plainText(shown.join(', '))).to.equal(
      '0 bytes, 1 byte, 999 bytes, 1.0 kB, 1.2 kB, 9.9 kB, 10 kB, 999 kB, 1.0 MB, 270 MB, 5.0 GB',
    )
  })

  it('show a time relative to now', () => {
    const now = Date.parse('2026-11-23T12:00:00.000Z')
    const far = (seconds: number) => plainText(formatAge(new Date(now + seconds * 1000).toISOString(), now))
    expect([20, -59, -60, -3599, 840, -7200, 3600 * 30, -86_400 * 3].map(far)).to.deep.equal([
      'in less than 1 min',
      'less than 1 min ago',
      '1 min ago',
      '59 min ago',
      'in 14 min',
      '2 h ago',
      'in 1 d',
      '3 d ago',
    ])
    expect(formatAge(new Date(now).toISOString(), now)).to.equal('less than 1\u00a0min ago')
  })

  it('show how long something took, short times to a tenth of a second', () => {
    const start = '2026-11-23T12:00:00.000Z'
    const took = (ms: number) => plainText(formatElapsed(start, new Date(Date.parse(start) + ms).toISOString()))
    expect([0, 999, 1000, 2460, 9980, 10_400, 200_000, 93_600_000].map(took)).to.deep.equal([
      'less than 1 s',
      'less than 1 s',
      '1 s',
      '2.5 s',
      '10 s',
      '10 s',
      '3 min 20 s',
      '1 d 2 h',
    ])
  })

  it('convert local times to times of the API and back', () => {
    for (const time of ['2026-11-23T12:34:00.000Z', '2026-06-01T00:00:01.000Z', '2026-06-01T00:00:00.250Z']) {
      expect(fromLocalInput(toLocalInput(time))).to.equal(time)
    }
    const local = new Date(2026, 5, 1, 9, 5)
    expect(toLocalInput(local.toISOString())).to.equal('2026-06-01T09:05')
    expect([
      toLocalInput('soon'),
      toLocalInput(undefined),
      fromLocalInput('soon'),
      fromLocalInput(undefined),
    ]).to.deep.equal(['', '', undefined, undefined])
  })
})
