import { expect } from 'chai'
import { isOfAnother, ownerOf } from '../../../domain/events/dead-letter-owner.ts'
import type { RawRecord } from '../../../domain/events/decode-envelope.ts'
import { decodeEvent } from '../../../domain/events/decode-event.ts'
import { supplierEvent } from '../../support/events/events.ts'

const organizations = [
  { key: 'quillmere', allowedSources: ['/plm/main', '/erp/main'] },
  { key: 'northwold', allowedSources: ['/plm/main'] },
]
const open = { key: 'harrowgate', allowedSources: null }

function owner(
  key: string | null,
  value: string | object | null,
  headers: RawRecord['headers'] = {},
  known = organizations,
) {
  const text = typeof value === 'string' || value === null ? value : JSON.stringify(value)
  return ownerOf(
    { key: key === null ? null : Buffer.from(key), value: text === null ? null : Buffer.from(text), headers },
    known,
  )
}
const belongsTo = (organization: string) => ({ organization, named: [organization] })
const none = { organization: null, named: [] }

describe('the organization of a dead letter', () => {
  it('is that of the key if the value names none', () => {
    expect(owner('quillmere/supplier/plm/main/V-1', 'poison')).to.deep.equal(belongsTo('quillmere'))
    expect(owner('quillmere', 'poison')).to.deep.equal(belongsTo('quillmere'))
    expect(owner('quillmere/supplier/plm/main/V-1', null)).to.deep.equal(belongsTo('quillmere'))
  })

  it('is that of the tenantid if the key names none, in structured and in binary mode', () => {
    for (const key of [null, '', 'M-1', 'poplin', 'Quillmere/supplier']) {
      expect(owner(key, { tenantid: 'quillmere' }), String(key)).to.deep.equal(belongsTo('quillmere'))
    }
    const binary = { ce_specversion: Buffer.from('1.0'), ce_tenantid: Buffer.from('quillmere') }
    expect(owner(null, 'poison', binary)).to.deep.equal(belongsTo('quillmere'))
    // In binary mode the value is only data, so its field tenantid does not count.
    expect(owner(null, { tenantid: 'quillmere' }, { ce_specversion: Buffer.from('1.0') })).to.deep.equal(none)
  })

  it('is that of both if they agree, even if it is not registered', () => {
    expect(owner('quillmere/supplier/plm/main/V-1', { tenantid: 'quillmere' })).to.deep.equal(belongsTo('quillmere'))
    expect(owner('stranger/supplier/plm/main/V-1', { tenantid: 'stranger' })).to.deep.equal(belongsTo('stranger'))
  })

  it('is null if they differ, and both are listed for operators', () => {
    const two = { organization: null, named: ['northwold', 'quillmere'] }
    expect(owner('quillmere/supplier/plm/main/V-1', { tenantid: 'northwold' })).to.deep.equal(two)
    expect(owner('northwold', { tenantid: 'quillmere' })).to.deep.equal(two)
    const stranger = { organization: null, named: ['quillmere', 'stranger'] }
    expect(owner('stranger/supplier/plm/main/V-1', { tenantid: 'quillmere' })).to.deep.equal(stranger)
    expect(owner('quillmere/supplier/plm/main/V-1', { tenantid: 'stranger' })).to.deep.equal(stranger)
  })

  it('is the only one that accepts the source, if neither key nor tenantid names one', () => {
    const erp = { source: '/erp/main' }
    expect(owner('M-1', erp)).to.deep.equal(belongsTo('quillmere'))
    expect(owner('northwold/supplier/erp/main/V-1', erp)).to.deep.equal(belongsTo('northwold'))
    expect(owner(null, { source: '/plm/main' })).to.deep.equal({
      organization: null,
      named: ['northwold', 'quillmere'],
    })
    expect(owner(null, { source: '/wms/main' })).to.deep.equal(none)
    expect(owner(null, { source: 'erp' })).to.deep.equal(none)
    // An organization without allowed sources accepts every source, and could also have sent the event.
    expect(
      ownerOf({ key: null, value: Buffer.from(JSON.stringify(erp)), headers: {} }, [...organizations, open]),
    ).to.deep.equal({ organization: null, named: ['quillmere'] })
    expect(ownerOf({ key: null, value: Buffer.from(JSON.stringify(erp)), headers: {} }, [open])).to.deep.equal(none)
  })

  it('is null if nothing names one', () => {
    const nameless = [
      '',
      'null',
      '[]',
      '7',
      '"quillmere"',
      '{"tenantid":7}',
      '{"tenantid":["quillmere"]}',
      '{"tenantid":""}',
    ]
    for (const value of nameless) expect(owner('M-1', value), value).to.deep.equal(none)
    expect(owner(null, null)).to.deep.equal(none)
  })
})

describe('a record whose key names another organization', () => {
  const prefixes = ['quillmere', 'northwold', 'stranger', 'poplin']
  const id = 'supplier/plm/main/V-1'
  const keys = [
    ...prefixes,
    ...prefixes.map((key) => `${key}/${id}`),
    `quill\u006dere/${id}`,
    `Quillmere/${id}`,
    '',
    null,
  ]
  const event = (tenantid?: string) => ({ ...supplierEvent('quillmere', 'V-1', '1'), tenantid })
  const values = [...prefixes.map(event), event(), 'poison', '{"tenantid":7}', null]
  const records = keys.flatMap((key) =>
    values.map((value) => {
      const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
      return {
        key: key === null ? null : Buffer.from(key),
        value: text === null ? null : Buffer.from(text),
        headers: {},
      }
    }),
  )
  const ownersOf = (record: RawRecord) => {
    const decoded = decodeEvent(record)
    return decoded.outcome === 'event' ? decoded.event.organization : ownerOf(record, organizations).organization
  }

  it('is never an event or a dead letter of this one, whatever its value contains', () => {
    const others = records.filter((record) => isOfAnother(record, 'quillmere', organizations))
    expect(others.length).to.be.above(20)
    for (const record of others) expect(ownersOf(record), `${record.key} ${record.value}`).to.not.equal('quillmere')
  })

  it('is most of what belongs to other organizations', () => {
    const others = records.filter((record) => ['northwold', 'stranger'].includes(ownersOf(record) ?? ''))
    const found = others.filter((record) => isOfAnother(record, 'quillmere', organizations))
    expect(others.some((record) => decodeEvent(record).outcome === 'event')).to.equal(true)
    expect(found.length).to.be.above(others.length / 2)
  })
})
