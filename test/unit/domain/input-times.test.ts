import { expect } from 'chai'
import fc from 'fast-check'
import { z } from 'zod'
import { operations } from '../../../api/operations/index.ts'
import { parseTime } from '../../../cli/output/durations.ts'
import { exportKinds } from '../../../schemas/exports/exports.ts'
import { bomData } from '../../../schemas/records/bom-events.ts'
import { Envelope, recordData } from '../../../schemas/records/record-events.ts'
import { SinceAsSent, TimeAsSent } from '../../../schemas/values/input-times.ts'

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** Days from 1970-01-01: https://howardhinnant.github.io/date_algorithms.html#days_from_civil */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

const parts = fc.record({
  year: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1899, 1900, 9998, 9999)),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
  fraction: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 9 }),
  letters: fc.constantFrom('TZ', 'tz', 'Tz', 'tZ'),
  offset: fc.option(fc.record({ sign: fc.constantFrom(1, -1), hours: fc.nat(23), minutes: fc.nat(59) })),
})

describe('a time in an input', () => {
  it('is read exactly, truncated to milliseconds, if its year in UTC is 1900 to 9998', () => {
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second, fraction, letters, offset }) => {
        const [t, zulu] = letters
        const zone = offset ? `${offset.sign > 0 ? '+' : '-'}${pad(offset.hours)}:${pad(offset.minutes)}` : zulu
        const decimals = fraction.length > 0 ? `.${fraction.join('')}` : ''
        const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}${t}${pad(hour)}:${pad(minute)}:${pad(second)}${decimals}${zone}`
        const away = offset ? offset.sign * (offset.hours * 60 + offset.minutes) : 0
        const seconds = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + (minute - away) * 60 + second
        const milliseconds = [0, 1, 2].reduce((sum, at) => sum * 10 + (fraction[at] ?? 0), 0)
        const isInYears = seconds >= daysFromCivil(1900, 1, 1) * 86_400 && seconds < daysFromCivil(9999, 1, 1) * 86_400
        const read = TimeAsSent.safeParse(text)
        expect(read.success, text).to.equal(isInYears)
        if (!read.success) return
        expect(read.data, text).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
        expect(Date.parse(read.data), text).to.equal(seconds * 1000 + milliseconds)
      }),
      { numRuns: 2000 },
    )
  })

  it('can be a leap second, which counts as the second before; not the hour 24 or a day that does not exist', () => {
    expect(TimeAsSent.parse('2016-12-31T23:59:60.5Z')).to.equal('2016-12-31T23:59:59.500Z')
    expect(TimeAsSent.parse('2017-01-01T00:59:60+01:00')).to.equal('2016-12-31T23:59:59.000Z')
    expect(TimeAsSent.parse('2024-02-29T00:00:00-00:00')).to.equal('2024-02-29T00:00:00.000Z')
    for (const text of [
      '2016-12-31T12:59:60Z',
      '2027-03-14T24:00:00Z',
      '2027-02-29T00:00:00Z',
      '2027-04-31T00:00:00Z',
      '2027-13-01T00:00:00Z',
      '2027-03-14 02:10:00Z',
      '2027-03-14T02:10Z',
      '2027-03-14T02:10:00',
      '2027-03-14T02:10:00.Z',
      '2027-03-14T02:10:00+1:00',
      '2027-03-14T02:10:00+24:00',
      '+02027-03-14T02:10:00Z',
      '2027-03-14',
      '',
    ])
      expect(TimeAsSent.safeParse(text).success, text).to.equal(false)
  })

  it('can be a date at the start of a range, which means its beginning in UTC', () => {
    expect(SinceAsSent.parse('2027-03-14')).to.equal('2027-03-14T00:00:00.000Z')
    expect(SinceAsSent.parse('2027-03-14T01:00:00+01:00')).to.equal('2027-03-14T00:00:00.000Z')
    for (const text of ['2027-02-29', '1899-12-31', '9999-01-01', '2027-3-14', '2027-03-14Z'])
      expect(SinceAsSent.safeParse(text).success, text).to.equal(false)
  })
})

const forms: readonly [sent: string, read: string][] = [
  ['2027-03-14T02:10:00Z', '2027-03-14T02:10:00.000Z'],
  ['2027-03-14T02:10:00.9Z', '2027-03-14T02:10:00.900Z'],
  ['2027-03-14T02:10:00.999999999Z', '2027-03-14T02:10:00.999Z'],
  ['2027-03-14t05:40:00.123456+03:30', '2027-03-14T02:10:00.123Z'],
  ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
  ['9998-12-31T23:59:59.999Z', '9998-12-31T23:59:59.999Z'],
]
const beyond = [
  '9999-12-31T23:59:59-05:00',
  '9998-12-31T20:00:00-05:00',
  '1899-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
]

/** A schema and all nested schemas, with the names of their fields. */
function* within(schema: z.core.$ZodType, name: string): Generator<[name: string, schema: z.core.$ZodType]> {
  yield [name, schema]
  const inner: [string, z.core.$ZodType][] = []
  if (schema instanceof z.ZodObject) inner.push(...Object.entries(schema.shape))
  else if (schema instanceof z.ZodArray) inner.push([name, schema.element])
  else if (schema instanceof z.ZodUnion)
    inner.push(...schema.options.map((one): [string, z.core.$ZodType] => [name, one]))
  else if (schema instanceof z.ZodIntersection) inner.push([name, schema.def.left], [name, schema.def.right])
  else if (schema instanceof z.ZodRecord) inner.push([name, schema.valueType])
  else if (schema instanceof z.ZodPipe) inner.push([name, schema.in], [name, schema.out])
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    inner.push([name, schema.unwrap()])
  for (const [fieldName, one] of inner) yield* within(one, fieldName)
}

const incoming: readonly [string, z.ZodType][] = [
  ...operations.map(({ operationId, input }): [string, z.ZodType] => [operationId, input]),
  ...Object.entries(exportKinds).map(([kind, { parameters }]): [string, z.ZodType] => [kind, parameters]),
  ...Object.entries<z.ZodType>(recordData),
  ...Object.entries<z.ZodType>(bomData),
  ['envelope', Envelope],
]

const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success
/** Whether a schema, which is no object, accepts times but not arbitrary text. */
const isForTimes = (schema: z.core.$ZodType) =>
  !(schema instanceof z.ZodObject) && takes(schema, '2027-03-14T02:10:00.000Z') && !takes(schema, 'FAB-Poplin120')

describe('the times of all operations and events', () => {
  const fields = incoming.flatMap(([source, schema]) =>
    [...within(schema, source)].map(([name, one]) => ({ path: `${source}.${name}`, name, schema: one })),
  )

  it('are parsed in the same way in every field', () => {
    const times = fields.filter(({ schema }) => isForTimes(schema))
    const outermost = times.filter(({ schema }) => !(schema instanceof z.ZodString))
    expect(outermost.length).to.be.above(20)
    for (const { path, schema } of outermost) {
      for (const [sent, read] of forms) expect(z.parse(schema, sent), `${path} ${sent}`).to.equal(read)
      for (const sent of beyond) expect(takes(schema, sent), `${path} ${sent}`).to.equal(false)
    }
  })

  it('are required by every field with the name of a time', () => {
    const named = fields
      .filter(({ schema }) => schema instanceof z.ZodObject)
      .flatMap(({ path, schema }) => {
        const own = Object.entries(schema instanceof z.ZodObject ? schema.shape : {})
        return own.map(([name, field]) => ({ path: `${path}.${name}`, name, field }))
      })
      .filter(({ name }) => /(At|Since|^since|^until|^time|^asOf)$/.test(name))
    for (const expected of ['effectiveAt', 'updatedSince', 'since', 'approvedAt', 'asOf', 'time'])
      expect(named.map(({ name }) => name)).to.include(expected)
    for (const { path, field } of named) expect(isForTimes(field), path).to.equal(true)
  })

  it('are parsed in the same way by the command line', () => {
    const now = new Date('2027-03-14T12:00:00Z')
    for (const [sent, read] of forms) expect(parseTime(sent, now).toISOString(), sent).to.equal(read)
    for (const sent of beyond) expect(() => parseTime(sent, now), sent).to.throw('is not a valid date')
  })
})
