import { expect } from 'chai'
import { observedFields } from '../../../projector/records/sources/observed-fields.ts'
import type { SourceRecordEvent } from '../../../projector/records/sources/source-record.ts'
import { decoded } from '../../support/events/source-event.ts'

const time = '2026-03-14T02:10:00.000Z'

/** The observed fields of an ERP record with these raw columns, of which ITEM_DESC is mapped. */
function seen(raw: unknown): string[] {
  const fields = [{ name: 'name', sourceField: 'ITEM_DESC', value: 'Poplin', unit: null }]
  const data = { kind: 'material', datasetId: 'erp.item_master', references: [], fields, raw }
  const event = decoded('quillmere', {
    kind: 'source_record',
    system: 'erp',
    recordId: 'item_master:1',
    version: 1,
    time,
    data,
  })
  const found = observedFields([event as SourceRecordEvent])
  return found.map(({ name, type, isHidden }) => [name, type, isHidden ? 'hidden' : 'shown'].join(' ')).sort()
}

describe('the observed fields of a record', () => {
  it('are the mapped ones, and those whose values are redacted', () => {
    const columns = {
      ITEM_DESC: 'Poplin',
      COLOUR: 'navy',
      BUYER_EMAIL: 'a@example.invalid',
      NOTE: 'call +00 000 555 0100',
    }
    expect(seen({ ...columns, PASSWORD: 'x', API_KEY: null })).to.deep.equal([
      'BUYER_EMAIL  hidden',
      'ITEM_DESC text shown',
      'NOTE  hidden',
      'PASSWORD  hidden',
    ])
  })

  it('contain no personal data, and are limited in number', () => {
    expect(seen({ 'a@example.invalid phone': '1' })).to.deep.equal(['ITEM_DESC text shown', '[redacted] phone  hidden'])
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`email ${at}`, 'x']))
    expect(seen(many)).to.have.length(51)
    for (const raw of [null, 'text', ['email'], { [`email ${'x'.repeat(300)}`]: 'x' }])
      expect(seen(raw)).to.deep.equal(['ITEM_DESC text shown'])
  })
})
