import { expect } from 'chai'
import fc from 'fast-check'
import {
  codeNamed,
  codeOfSent,
  entityRef,
  readRef,
  recordRef,
  refText,
  type StoredRef,
} from '../../../domain/identity/record-refs.ts'
import { typeOf } from '../../../projector/records/sources/observed-fields.ts'

const own = { system: 'erp', instance: 'main', recordId: 'R-1' }
const refOf = (sent: Parameters<typeof entityRef>[2]) => refText(entityRef('quillmere', 'material', sent, own))

describe('references in positions and requirements', () => {
  it('to a record are stored as its entity ID; its system defaults to that of the event', () => {
    const poplin = 'id:a5a0ab7d-e70a-5115-b601-3582cd489e66'
    expect(refOf({ system: 'plm', instance: 'main', recordId: 'M-1' })).to.equal(poplin)
    expect(refOf({ recordId: 'M-1' })).to.not.equal(poplin)
    const canonicalOf = { system: 'plm', instance: 'main', recordId: 'M-1' }
    expect(refOf({ recordId: '4711', canonicalOf })).to.equal(poplin)
  })

  it('to a code are stored unchanged', () => {
    expect(refOf({ kind: 'item', value: 'A:1/ü' })).to.equal('code:*:item:A:1/ü')
    expect(refOf({ system: 'erp', kind: 'item', value: '1' })).to.equal('code:erp:item:1')
    expect(codeOfSent({ kind: 'item', value: '1' })).to.equal('1')
  })

  it('to a factory are stored as its source record or code', () => {
    expect(refText(recordRef({ recordId: 'FA:1' }, own))).to.equal('record:erp:main:FA:1')
    expect(refText(recordRef({ kind: 'facility_id', value: 'F' }, own))).to.equal('code:*:facility_id:F')
    expect(codeOfSent({ recordId: 'FA:1' })).to.equal('FA:1')
  })

  it('are read back as they were written', () => {
    const value = fc.string({ minLength: 1, maxLength: 20 })
    const name = fc.constantFrom('erp', 'plm', 'wms')
    const ref: fc.Arbitrary<StoredRef> = fc.oneof(
      fc.record({ kind: fc.constant('id' as const), id: fc.uuid() }),
      fc.record({ kind: fc.constant('code' as const), system: fc.option(name), codeKind: name, value }),
      fc.record({ kind: fc.constant('record' as const), system: name, instance: name, recordId: value }),
    )
    fc.assert(
      fc.property(ref, (one) => {
        expect(readRef(refText(one))).to.deep.equal(one)
      }),
    )
    expect(() => readRef('name:poplin')).to.throw('name:poplin is not a stored reference')
  })
})

describe('the code that a stored reference names', () => {
  it('does not depend on the system', () => {
    expect(codeNamed('code:erp:item:A:b')).to.equal('item:A:b')
    expect(codeNamed('code:*:item:A:b')).to.equal('item:A:b')
    expect(codeNamed('record:erp:main:F:1')).to.equal('record_id:F:1')
    expect(codeNamed('id:a5a0ab7d-e70a-5115-b601-3582cd489e66')).to.equal('id:a5a0ab7d-e70a-5115-b601-3582cd489e66')
  })
})

describe('types of observed fields', () => {
  const types = {
    text: ['', 'Poplin', '1,5', '007', '1e3', '2027-13-01', ['a'], '1'.repeat(19)],
    integer: ['0', '-12', '4006381333931'],
    decimal: ['0.5', '-12.50'],
    boolean: [true, false],
    date: ['2027-03-14'],
    timestamp: ['2027-03-14T02:10:00Z', '2027-03-14 02:10', '2027-03-14T02:10:00.000+01:00'],
  }
  it('are the narrowest ones that fit', () => {
    for (const [type, values] of Object.entries(types))
      for (const value of values) expect(typeOf(value), String(value)).to.equal(type)
    expect(typeOf(null)).to.equal(null)
  })
})
