import { expect } from 'chai'
import type { Entity } from '../../../client/src/index.ts'
import { changedText, exceptionsText, hubFilter, usedText } from '../../../explorer/src/pages/graph/entity/hub-texts.ts'

const counts = { styles: 7, skus: 144, materials: 42, suppliers: 3, lines: 8, rows: 156 }
const entity = (type: string, attributes: object) => ({ type, attributes }) as Entity

describe('what the page of an entity says of other pages', () => {
  it('names where a material, a supplier, a style, or a SKU is used', () => {
    expect(usedText({ material: 'MT-1' }, counts)).to.equal('in 7 styles, 144 SKUs')
    expect(usedText({ supplier: 'SUP-1' }, counts)).to.equal('42 materials in 7 styles, 144 SKUs')
    expect(usedText({ style: 'QM-1' }, counts)).to.equal('8 lines, 42 materials, 144 SKUs')
    expect(usedText({ sku: 'QM-1-M' }, { ...counts, lines: 1 })).to.equal('1 line, 42 materials')
    expect(usedText({ sku: 'QM-1-M' }, { ...counts, rows: 0 })).to.equal('none in the newest BOM')
  })

  it('counts changes and exceptions', () => {
    const changes = { rows: 1200 } as Parameters<typeof changedText>[0]
    expect(changedText(changes)).to.equal('1\u202f200 rows in the newest snapshot')
    expect(changedText({ ...changes, rows: 0 })).to.equal('none in the newest snapshot')
    const exceptions = (critical: number, all: number) =>
      exceptionsText({ exceptions: all, severity: { critical } } as Parameters<typeof exceptionsText>[0])
    expect([exceptions(0, 0), exceptions(0, 3), exceptions(2, 3)]).to.deep.equal([
      'none open',
      '3 open',
      '3 open, 2 critical',
    ])
  })

  it('filters other pages by the code of the entity', () => {
    expect(hubFilter(entity('style', { styleNumber: 'QM-1' }))).to.deep.equal({ style: 'QM-1' })
    expect(hubFilter(entity('sku', { skuCode: 'QM-1-M' }))).to.deep.equal({ sku: 'QM-1-M' })
    expect(hubFilter(entity('material', { materialNumber: 'MT-1' }))).to.deep.equal({ material: 'MT-1' })
    expect(hubFilter(entity('supplier', { supplierCode: 'SUP-1' }))).to.deep.equal({ supplier: 'SUP-1' })
    expect(hubFilter(entity('bom_publication', { snapshotId: '01' }))).to.equal(null)
  })
})
