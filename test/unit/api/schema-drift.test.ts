import { expect } from 'chai'
import { type SeenField, schemaDrift, typeOfAll } from '../../../api/operations/materials/inspection/schema-drift.ts'
import type { Dataset } from '../../../schemas/materials/datasets.ts'

type Type = NonNullable<SeenField['type']>

const declared = (...fields: [string, Type][]): Pick<Dataset, 'datasetId' | 'fields'> => ({
  datasetId: 'erp.item_master',
  fields: fields.map(([name, type]) => ({
    name,
    type,
    unit: null,
    nullable: true,
    description: null,
    classification: 'internal',
  })),
})
const firstSeenAt = '2027-03-01T00:00:00.000Z'
const seen = (name: string, type: SeenField['type'], more: Partial<SeenField> = {}): SeenField => ({
  recordType: 'item_master',
  datasetId: 'erp.item_master',
  name,
  type,
  isHidden: false,
  firstSeenAt,
  ...more,
})
const shown = (...args: Parameters<typeof schemaDrift>) =>
  schemaDrift(...args).map(({ field, change, declared: from, observed }) => [field, change, from, observed])

describe('schema drift', () => {
  it('reports fields that are added, missing, or of another type than declared', () => {
    const dataset = declared(['MATNR', 'text'], ['STPRS', 'decimal'], ['LAEDA', 'timestamp'], ['LVORM', 'boolean'])
    const fields = [
      seen('MATNR', 'text'),
      seen('STPRS', 'boolean'),
      seen('ZZ_ECO', 'boolean'),
      seen('LVORM', 'boolean'),
    ]
    expect(shown([dataset], fields)).to.deep.equal([
      ['LAEDA', 'missing', 'timestamp', null],
      ['STPRS', 'type_changed', 'decimal', 'boolean'],
      ['ZZ_ECO', 'added', null, 'boolean'],
    ])
  })

  it('reports no field whose observed type fits the declared one', () => {
    const dataset = declared(['A', 'decimal'], ['B', 'timestamp'], ['C', 'text'], ['D', 'text'])
    const fields = [seen('A', 'integer'), seen('B', 'date'), seen('C', 'integer'), seen('D', 'timestamp')]
    expect(shown([dataset], fields)).to.deep.equal([])
    expect(
      shown([declared(['A', 'integer'], ['B', 'date'])], [seen('A', 'decimal'), seen('B', 'timestamp')]),
    ).to.have.length(2)
  })

  it('reports a field once, with the first time of a value that does not fit', () => {
    const late = { firstSeenAt: '2027-03-09T00:00:00.000Z' }
    const [later] = [{ firstSeenAt: '2027-03-10T00:00:00.000Z' }]
    const fields = [
      seen('A', 'decimal'),
      seen('A', null),
      seen('A', 'date', late),
      seen('A', 'boolean', later),
      seen('B', null),
    ]
    const found = schemaDrift([declared(['A', 'decimal'])], fields)
    expect(
      found.map(({ field, change, observed, firstSeenAt: since }) => [field, change, observed, since]),
    ).to.deep.equal([
      ['A', 'type_changed', 'text', late.firstSeenAt],
      ['B', 'added', null, firstSeenAt],
    ])
    expect(shown([declared(['A', 'decimal'])], [seen('A', null)])).to.deep.equal([])
    expect(typeOfAll([null, 'integer', 'decimal', null])).to.equal('decimal')
    expect(typeOfAll(['timestamp', 'date'])).to.equal('timestamp')
    expect(typeOfAll(['integer', 'date'])).to.equal('text')
    expect(typeOfAll([null])).to.equal(null)
  })

  it('reports nothing without declared fields or without records', () => {
    expect(shown([declared()], [seen('A', 'text')])).to.deep.equal([])
    expect(shown([declared(['A', 'text'])], [])).to.deep.equal([])
    expect(shown([declared(['A', 'text'])], [seen('A', 'boolean', { datasetId: 'erp.other' })])).to.deep.equal([])
  })

  it('reports no hidden fields, whether declared or not', () => {
    const dataset = declared(['BUYER_EMAIL', 'text'], ['GONE', 'text'])
    const hidden = ['BUYER_EMAIL', 'API_KEY'].map((name) => seen(name, null, { isHidden: true }))
    expect(shown([dataset], hidden)).to.deep.equal([['GONE', 'missing', 'text', null]])
  })
})
