import { expect } from 'chai'
import { readEvent } from '../../../cli/feed/read-event.ts'
import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { supplierEvent } from '../../support/events/events.ts'

const key = 'quillmere/supplier/plm/main/V-1'
const arrivedAt = Date.parse('2026-03-14T02:10:00.000Z')
const ahead = (ms: number) => new Date(arrivedAt + ms).toISOString()

describe('the time of a record', () => {
  const decoded = (time: string, timestamp?: number) => {
    const value = Buffer.from(JSON.stringify(supplierEvent('quillmere', 'V-1', '1', { time })))
    return decodeEvent({ key: Buffer.from(key), value, headers: {}, ...(timestamp === undefined ? {} : { timestamp }) })
  }
  const fault = { path: ['time'], detail: 'is more than 5 minutes later than when the event reached the log' }
  const refused = { outcome: 'dead', reason: 'invalid_data', detail: `time: ${fault.detail}`, faults: [fault] }

  it('can be at most five minutes after the Kafka timestamp, because clocks differ', () => {
    expect(decoded(ahead(300_000), arrivedAt).outcome).to.equal('event')
    expect(decoded(ahead(300_001), arrivedAt)).to.deep.equal(refused)
    expect(decoded('2020-01-01T00:00:00.000Z', arrivedAt).outcome).to.equal('event')
  })

  it('is also checked in deletions', () => {
    const headers = { ce_sourceversion: '2', ce_time: ahead(300_001) }
    const deletion = { key: Buffer.from(key), value: null, headers, timestamp: arrivedAt }
    expect(decodeEvent(deletion)).to.deep.equal(refused)
    const onTime = { ...headers, ce_time: ahead(0) }
    expect(decodeEvent({ ...deletion, headers: onTime }).outcome).to.equal('event')
  })

  it('is also checked by tda feed before it sends the event', () => {
    const line = (time: string) => {
      const event = supplierEvent('quillmere', 'V-1', '1', { time })
      return readEvent({ number: 3, bytes: Buffer.from(JSON.stringify(event)) })
    }
    expect(line(new Date(Date.now() + 3_600_000).toISOString())).to.deep.equal({
      line: 3,
      reason: 'invalid_data',
      detail: refused.detail,
    })
    expect(line(new Date().toISOString())).to.include({ key })
  })
})

describe('the nesting of an event', () => {
  const decoded = (levels: number) => {
    const { data, ...event } = supplierEvent('quillmere', 'V-1')
    const nested = JSON.parse('['.repeat(levels - 2) + ']'.repeat(levels - 2))
    const value = Buffer.from(JSON.stringify({ ...event, data: { ...data, nested } }))
    return decodeEvent({ key: Buffer.from(key), value, headers: {} })
  }

  it('can be at most 64 levels deep', () => {
    expect(decoded(64).outcome).to.equal('event')
    for (const levels of [65, 200, 3000])
      expect(decoded(levels)).to.deep.equal({
        outcome: 'dead',
        reason: 'malformed',
        detail: 'nested more than 64 levels deep',
      })
  })
})
