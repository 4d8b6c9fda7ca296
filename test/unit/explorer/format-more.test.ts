import { expect } from 'chai'
import { formatBytes } from '../../../explorer/src/format/numbers.ts'
import { formatRelative, fromLocalInput, toLocalInput } from '../../../explorer/src/format/times.ts'

describe('formats of sizes and times', () => {
  it('show a number of bytes in the largest unit that fits', () => {
    const shown = [0, 1, 999, 1000, 1240, 9949, 9951, 999_400, 999_600, 270_000_000, 5_000_000_000].map(formatBytes)
    expect(shown.join(', ')).to.equal(
      '0 bytes, 1 byte, 999 bytes, 1.0 kB, 1.2 kB, 9.9 kB, 10 kB, 999 kB, 1.0 MB, 270 MB, 5.0 GB',
    )
  })

  it('show a time relative to now', () => {
    const now = Date.parse('2026-11-23T12:00:00.000Z')
    const far = (seconds: number) => formatRelative(new Date(now + seconds * 1000).toISOString(), now)
    expect([20, -59, -60, -3599, 840, -7200, 3600 * 30, -86_400 * 3].map(far)).to.deep.equal([
      'this minute',
      'this minute',
      '1 min ago',
      '59 min ago',
      'in 14 min',
      '2 hr ago',
      'tomorrow',
      '3 days ago',
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
