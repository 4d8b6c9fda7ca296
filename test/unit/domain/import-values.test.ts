import { expect } from 'chai'
import fc from 'fast-check'
import { decodeText } from '../../../cli/import/rows/decode-text.ts'
import { cleanText, damageOf } from '../../../domain/imports/values/clean-text.ts'
import { parseDecimal } from '../../../domain/imports/values/parse-decimal.ts'
import { parseTime } from '../../../domain/imports/values/parse-time.ts'
import type { TextEncoding } from '../../../schemas/imports/input-format.ts'

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((all) => all.join(''))

/** A number as its parts, from which both its text in a table and its decimal are written. */
const numbers = fc.record({
  isNegative: fc.boolean(),
  whole: digits(1, 10).map((text) => text.replace(/^0+(?=\d)/, '')),
  fraction: fc.option(digits(1, 6)),
  zeros: fc.integer({ min: 0, max: 3 }),
  signBehind: fc.boolean(),
  isGrouped: fc.boolean(),
})

describe('parseDecimal', () => {
  for (const [decimal, thousands] of [
    [',', '.'],
    ['.', ','],
    [',', ' '],
    ['.', "'"],
  ] as const) {
    it(`parses any number with the decimal separator ${decimal} and groups with ${JSON.stringify(thousands)}`, () => {
      fc.assert(
        fc.property(numbers, ({ isNegative, whole, fraction, zeros, signBehind, isGrouped }) => {
          const sign = isNegative ? '-' : ''
          const expected = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`
          const grouped = isGrouped ? whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands) : '0'.repeat(zeros) + whole
          const amount = `${grouped}${fraction === null ? '' : `${decimal}${fraction}`}`
          const text = signBehind ? `${amount}${sign}` : `${sign}${amount}`
          expect(parseDecimal(text, { decimal, thousands }), text).to.deep.equal({ value: expected })
        }),
      )
    })
  }

  it('multiplies by the factor of the unit without rounding', () => {
    fc.assert(
      fc.property(numbers, digits(1, 4), ({ whole, fraction }, factorDigits) => {
        const factor = `1${factorDigits.slice(0, 1)}.${factorDigits}`
        const text = `${whole}${fraction === null ? '' : `.${fraction}`} in`
        const parsed = parseDecimal(text, { decimal: '.', units: { in: factor } })
        // Compared as integers of the smallest decimal place of both factors.
        const places = 12n
        const scaled = (decimal: string) => {
          const [left = '', right = ''] = decimal.split('.')
          return BigInt(left + right.padEnd(Number(places), '0'))
        }
        const value = 'value' in parsed ? parsed.value : ''
        const product = scaled(text.replace(' in', '')) * scaled(factor)
        expect(scaled(value) * 10n ** places, `${text} × ${factor} = ${value}`).to.equal(product)
      }),
    )
  })

  it('rejects what is not a number in the format, and describes the format', () => {
    const comma = { decimal: ',', thousands: undefined } as const
    for (const text of ['1.5', '1,5,5', '1.234,5', '--5', '5-5', 'abc', ',', '-', '1 5', '1,', '0x10', '½', '١'])
      expect(parseDecimal(text, comma), text).to.have.property('fault')
    expect(parseDecimal('1.5', comma)).to.deep.equal({
      fault: 'must be a number with a decimal comma and without separators of thousands, such as 1,25',
    })
    for (const text of ['1.23.456', '12.34', '.123', '1234.567'])
      expect(parseDecimal(text, { decimal: ',', thousands: '.' }), text).to.have.property('fault')
    for (const text of ['8,59E+12', '1e5', '1.5E-3'])
      expect(parseDecimal(text, comma), text).to.have.property('fault').that.contains('scientific notation')
  })

  it('takes the unit from the number or from another column, and rejects others', () => {
    const units = { cm: '1', m: '100', '"': '2.54', '': '1' }
    const parse = (text: string, unit?: string) => parseDecimal(text, { decimal: ',', units }, unit)
    expect(parse('148 cm')).to.deep.equal({ value: '148' })
    expect(parse('1,48m')).to.deep.equal({ value: '148' })
    expect(parse('58"')).to.deep.equal({ value: '147.32' })
    expect(parse('148')).to.deep.equal({ value: '148' })
    expect(parse('1,48', 'm')).to.deep.equal({ value: '148' })
    expect(parse('148 yd')).to.deep.equal({ fault: 'has the unit yd. The units are cm, m, "' })
    expect(parseDecimal('148', { decimal: ',', units: { cm: '1' } })).to.deep.equal({
      fault: 'has no unit. The units are cm',
    })
  })
})

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', ...digits, hourCycle: 'h23' })
}

/** The local time of an instant, by the time zones of ICU, which luxon only uses for offsets. */
function localOf(milliseconds: number, zone: string): Record<string, string> {
  const format = formats.get(zone) ?? formatOf(zone)
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
}

/** How far the local time of a zone is ahead of UTC, in milliseconds, without its seconds. */
function offsetOf(milliseconds: number, zone: string): number {
  const { year, month, day, hour, minute } = localOf(milliseconds, zone)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) - milliseconds
}

const [DAY_MS, QUARTER_MS] = [86_400_000, 900_000]

/** All quarters of an hour, in order, of days on which the clocks of a zone change, and of the days around them. */
function quartersNearChanges(year: number, zone: string): number[] {
  const days = Array.from({ length: 364 }, (_, at) => Date.UTC(year, 0, 2) + at * DAY_MS)
  const changes = days.filter((day) => offsetOf(day, zone) !== offsetOf(day + DAY_MS, zone))
  return changes.flatMap((day) => Array.from({ length: 3 * 96 }, (_, at) => day - DAY_MS + at * QUARTER_MS))
}

describe('parseTime', () => {
  const zones = [
    ...['UTC', 'Europe/Berlin', 'Europe/London', 'Atlantic/Azores', 'America/New_York', 'Asia/Kolkata'],
    ...['Australia/Lord_Howe', 'Pacific/Apia'],
  ]
  const instants = fc
    .integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2035, 0, 1) / 1000 })
    .map((seconds) => seconds * 1000)

  it('returns the earliest instant that has the local time in the zone', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const { year, month, day, hour, minute, second } = localOf(instant, zone)
        const text = `${day}.${month}.${year} ${hour}:${minute}:${second}`
        const parsed = parseTime(text, { format: 'dd.MM.yyyy HH:mm:ss', zone })
        const time = 'time' in parsed ? Date.parse(parsed.time) : Number.NaN
        expect(localOf(time, zone), text).to.deep.equal(localOf(instant, zone))
        expect(time).to.be.at.most(instant)
        expect('day' in parsed && parsed.day).to.equal(`${year}-${month}-${day}`)
        const iso = parseTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`, { zone })
        expect(iso).to.deep.equal(parsed)
      }),
      { numRuns: 500 },
    )
  })

  it('returns the earliest instant of each quarter of an hour around all changes of clocks', () => {
    for (const zone of zones) {
      const first = new Map<string, number>()
      for (const at of [2010, 2011, 2012, 2026].flatMap((year) => quartersNearChanges(year, zone))) {
        const { year, month, day, hour, minute } = localOf(at, zone)
        const text = `${year}-${month}-${day} ${hour}:${minute}`
        if (!first.has(text)) first.set(text, at)
      }
      if (zone !== 'UTC' && zone !== 'Asia/Kolkata') expect(first.size, zone).to.be.above(100)
      for (const [text, at] of first)
        expect(parseTime(text, { zone }), `${text} ${zone}`).to.include({ time: new Date(at).toISOString() })
    }
  })

  it('chooses the first of two equal local times, and rejects a local time that does not occur', () => {
    const zone = 'Europe/Berlin'
    expect(parseTime('2026-10-25 02:30', { zone })).to.include({ time: '2026-10-25T00:30:00.000Z' })
    expect(parseTime('2026-03-29 02:30', { zone })).to.have.property('fault').that.contains('does not occur')
    expect(parseTime('2026-03-29T02:30Z', { zone })).to.include({ time: '2026-03-29T02:30:00.000Z' })
  })

  it('parses dates, offsets, and epochs', () => {
    const berlin = { zone: 'Europe/Berlin' }
    expect(parseTime('2026-07-01', berlin)).to.deep.equal({ time: '2026-06-30T22:00:00.000Z', day: '2026-07-01' })
    expect(parseTime('2026-07-01T10:00:00+05:30', berlin)).to.include({ time: '2026-07-01T04:30:00.000Z' })
    expect(parseTime('3/4/26', { format: 'M/d/yy', zone: 'UTC' })).to.include({ day: '2026-03-04' })
    expect(parseTime('20522', { format: 'epoch-days', zone: 'UTC' })).to.include({ day: '2026-03-10' })
    const milliseconds = Date.UTC(2026, 2, 14, 2, 10, 0, 123)
    for (const [format, text] of [
      ['epoch-ms', `${milliseconds}`],
      ['epoch-us', `${milliseconds}999`],
    ] as const)
      expect(parseTime(text, { format, zone: 'UTC' })).to.include({ time: '2026-03-14T02:10:00.123Z' })
    expect(parseTime('1773454200', { format: 'epoch-s', zone: 'UTC' })).to.include({ time: '2026-03-14T02:10:00.000Z' })
  })

  it('rejects other formats and days that do not occur, and describes the format', () => {
    for (const text of ['2026', '2026-3-1', '2026-W10', '2026-02-30', '24:00', '2026-03-14T24:00', '14.03.2026'])
      expect(parseTime(text, { zone: 'UTC' }), text).to.have.property('fault')
    expect(parseTime('30.02.2026', { format: 'dd.MM.yyyy', zone: 'UTC' })).to.deep.equal({
      fault: 'must be a date or time of the format dd.MM.yyyy, such as 14.03.2026',
    })
  })
})

describe('decodeText', () => {
  /** The bytes from 0x80 to 0x9f of windows-1252: https://encoding.spec.whatwg.org/windows-1252.html */
  const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

  async function decoded(bytes: Buffer, encoding: TextEncoding, size: number): Promise<string> {
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    let text = ''
    for await (const part of decodeText(chunks(), encoding)) text += part
    return text
  }

  it('decodes any text, wherever its bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const sound = text.replace(/^\ufeff+/, '')
        expect(await decoded(Buffer.from(sound, 'utf8'), 'utf-8', size)).to.equal(sound)
        expect(await decoded(Buffer.from(`\ufeff${sound}`, 'utf8'), 'utf-8', size)).to.equal(sound)
        expect(await decoded(Buffer.from(`\ufeff${sound}`, 'utf16le'), 'utf-16le', size)).to.equal(sound)
      }),
    )
  })

  it('decodes every byte of windows-1252', async () => {
    const low = String.fromCharCode(...Array.from({ length: 128 }, (_, at) => at))
    const high = String.fromCharCode(...Array.from({ length: 96 }, (_, at) => at + 160))
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
    expect(await decoded(bytes, 'windows-1252', 100)).to.equal(low + windows1252 + high)
    expect(await decoded(Buffer.from([0xa4]), 'iso-8859-15', 1)).to.equal('€')
  })

  it('marks bytes that are not in the encoding, which are then a fault of the value', async () => {
    const text = await decoded(Buffer.from('Gr\xfcn', 'latin1'), 'utf-8', 2)
    expect(damageOf(text)).to.contain('are not in the encoding of the file')
    const misread = await decoded(Buffer.from('Grün', 'utf8'), 'windows-1252', 2)
    expect(damageOf(misread)).to.contain('UTF-8 that was read in another encoding')
  })
})

describe('cleanText', () => {
  it('removes white space at the ends and invisible characters, and keeps what is visible', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), (a, b) => {
        for (const hidden of ['\u00a0', '\u200b', '\ufeff', '\u00ad', '\u2060', '\t', ' '])
          expect(cleanText(`${hidden}${a}${hidden}`), JSON.stringify(hidden)).to.equal(a)
        expect(cleanText(`${a}\u00a0${b}`)).to.equal(`${a} ${b}`)
      }),
    )
    expect(cleanText('Gru\u0308n')).to.equal('Gr\u00fcn')
  })

  it('finds codes in scientific notation, but not codes that only look similar', () => {
    for (const text of ['8,59E+12', '8.59e+12', '9E+12']) expect(damageOf(text)).to.contain('scientific notation')
    for (const text of ['1E5', 'E+12', 'A8,59E+12', '859E12']) expect(damageOf(text), text).to.equal(null)
  })
})
