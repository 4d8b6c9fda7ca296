import { expect } from 'chai'
import { readEvent } from '../../../cli/feed/read-event.ts'
import { ownerOf } from '../../../domain/events/dead-letter-owner.ts'
import { decodeEvent, validateEvent } from '../../../domain/events/decode-event.ts'
import { factoryFieldNames } from '../../../schemas/records/connected-events.ts'
import { timeOfMilliseconds } from '../../../schemas/values/input-times.ts'
import { recordOf, type SourceEvent, supplierOf } from '../../support/events/source-event.ts'

const time = '2026-11-01T08:00:00.000Z'

function rawOf(event: SourceEvent, timestamp?: number) {
  const { key, value } = recordOf('quillmere', event)
  const record = { key: Buffer.from(key), value: Buffer.from(value), headers: {} }
  return timestamp === undefined ? record : { ...record, timestamp }
}

function materialOf(percents: readonly string[]): SourceEvent {
  const composition = percents.map((percent, at) => ({ fibre: `fibre ${at}`, percent }))
  const data = { materialNumber: 'MT-1', name: 'Poplin', lifecycleState: 'approved', composition }
  return { kind: 'material', recordId: 'M-1', version: 1, time, data }
}

const sourceRecordOf = (kind: 'material' | 'factory', name: string): SourceEvent => ({
  kind: 'source_record',
  recordId: 'item:1',
  version: 1,
  time,
  data: { kind, fields: [{ name, sourceField: name, value: 'x' }], raw: JSON.parse(`{"${name}":"x"}`) },
})

/** Names that every object inherits, which a look-up by a name in an event must not find. */
const inherited = Object.getOwnPropertyNames(Object.prototype)

describe('unexpected values in events:', () => {
  for (const percent of [
    '97,5',
    '97.5%',
    '100 ',
    '1e2',
    '60/40',
    'NaN',
    '',
    'Infinity',
    '0x64',
    '١٠٠',
    '12345678901',
  ]) {
    it(`a fiber percentage of "${percent}" is an error, and is not summed`, () => {
      const decoded = decodeEvent(rawOf(materialOf([percent, '2.5'])))
      if (decoded.outcome !== 'dead') throw new Error(`it is ${decoded.outcome}`)
      expect(decoded.reason).to.equal('invalid_data')
      expect(decoded.faults?.map(({ path }) => path.join('.'))).to.deep.equal(['composition.0.percent'])
    })
  }

  it('an invalid fiber percentage is reported by tda feed with its line', () => {
    const { value } = recordOf('quillmere', materialOf(['97,5', '2.5']))
    const read = readEvent({ number: 7, bytes: Buffer.from(value) })
    expect(read).to.include({ line: 7, reason: 'invalid_data' })
    expect(read)
      .to.have.property('detail')
      .that.matches(/^composition\.0\.percent: must be a decimal/)
  })

  it('an unforeseen error is reported by tda feed with its line, without its message', () => {
    const fail = () => {
      throw new TypeError('Marker')
    }
    expect(readEvent({ number: 8, bytes: Buffer.from('{}') }, fail)).to.deep.equal({
      line: 8,
      reason: 'unprocessable',
      detail: 'unexpected error of the service (TypeError)',
    })
  })

  it('valid fiber percentages are summed', () => {
    expect(decodeEvent(rawOf(materialOf(['97.5', '2.5']))).outcome).to.equal('event')
    expect(decodeEvent(rawOf(materialOf(['97.5', '2']))).outcome).to.equal('dead')
  })

  for (const name of inherited) {
    it(`a field with the name ${name} is accepted`, () => {
      for (const kind of ['material', 'factory'] as const) {
        expect(decodeEvent(rawOf(sourceRecordOf(kind, name))), kind).to.include({ outcome: 'event' })
      }
    })

    it(`the name ${name} of an organization, system, header, or attribute causes no error`, () => {
      const event = JSON.parse(recordOf(name, supplierOf('1', 1)).value)
      const more = JSON.parse(`{"${name}":{"a":1}}`)
      expect(() => validateEvent({ ...event, ...more, data: { ...event.data, ...more } })).to.not.throw()
      const headers = Object.fromEntries([
        [name, 'a'],
        [`ce_${name}`, 'a'],
        ['ce_specversion', '1.0'],
      ])
      const record = { key: Buffer.from(`${name}/${name}/${name}/${name}/${name}`), value: Buffer.from('{}'), headers }
      expect(() => ownerOf(record, [{ key: name, allowedSources: [`/${name}/${name}`] }])).to.not.throw()
      expect(decodeEvent(record)).to.include({ outcome: 'dead' })
      expect(decodeEvent({ ...record, value: null }).outcome).to.be.oneOf(['dead', 'ignored'])
    })
  }

  it('the fields of a factory are still validated', () => {
    for (const name of Object.keys(factoryFieldNames)) {
      expect(decodeEvent(rawOf(sourceRecordOf('factory', name))), name).to.include({ reason: 'invalid_data' })
    }
  })

  for (const timestamp of [Number(2n ** 63n - 1n), -Number(2n ** 63n), 8.64e15 + 1, -1, 253402300800000]) {
    it(`a Kafka timestamp of ${timestamp} becomes the nearest time that a response can contain`, () => {
      expect(timeOfMilliseconds(timestamp)).to.match(/^\d{4}-\d\d-\d\dT/)
      const early = { ...supplierOf('1', 1), time: '1970-01-01T00:00:00.000Z' }
      const decoded = decodeEvent(rawOf(early, timestamp))
      // With a timestamp before 1970 the time of the event is too far ahead, and the event is rejected.
      if (decoded.outcome !== 'event') expect(timestamp).to.be.lessThan(-1)
      else expect(decoded.event.ingestedAt).to.equal(timeOfMilliseconds(timestamp))
    })
  }
})
