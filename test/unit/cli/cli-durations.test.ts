import { expect } from 'chai'
import { parseDuration, parseExpiry, parseTime } from '../../../cli/output/durations.ts'

describe('durations and times of the command line', () => {
  const now = new Date('2027-03-14T12:00:00.000Z')

  it('reads days, hours, minutes, seconds and 0', () => {
    const read = ['30d', '12h', '15m', '90s', '0'].map(parseDuration)
    expect(read).to.deep.equal([2_592_000_000, 43_200_000, 900_000, 90_000, 0])
  })

  it('rejects any other text and names the valid forms', () => {
    for (const text of ['', '5', 'd', '-1d', '1.5h', '30 d', '1d2h', '30y', '99999999d', '٣d']) {
      expect(() => parseDuration(text), text).to.throw(/is not a valid duration. Use a form such as 30d/)
    }
  })

  it('reads an expiry as a duration from now, a date in UTC or a time with its offset', () => {
    const read = ['30d', '2027-03-15', '2027-03-15T01:00:00+02:00', '2027-03-14T12:00:00.001Z']
    expect(read.map((text) => parseExpiry(text, now).toISOString())).to.deep.equal([
      '2027-04-13T12:00:00.000Z',
      '2027-03-15T00:00:00.000Z',
      '2027-03-14T23:00:00.000Z',
      '2027-03-14T12:00:00.001Z',
    ])
  })

  it('rejects an expiry that has passed, days that do not exist, and times without an offset', () => {
    for (const text of ['2027-03-14', '2027-03-14T12:00:00Z', '0']) {
      expect(() => parseExpiry(text, now), text).to.throw('is not in the future')
    }
    for (const text of ['2027-02-30', '2028-13-01', '2028-01-01T25:00:00Z']) {
      expect(() => parseExpiry(text, now), text).to.throw('is not a valid date')
    }
    expect(() => parseExpiry('2028-01-01T10:00:00', now)).to.throw('is not a valid duration')
  })

  it('reads a past time as a duration before now', () => {
    expect(parseTime('24h', now).toISOString()).to.equal('2027-03-13T12:00:00.000Z')
    expect(parseTime('2027-03-01', now).toISOString()).to.equal('2027-03-01T00:00:00.000Z')
  })
})
