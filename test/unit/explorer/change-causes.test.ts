import { expect } from 'chai'
import type { ChangeCause } from '../../../client/src/index.ts'
import { causeText, percentText } from '../../../explorer/src/pages/changes/cause-text.ts'

const side = (materialLabel: string) => ({
  material: 'MT-1',
  materialId: '',
  materialLabel,
  supplier: null,
  gross: null,
})
const changed: ChangeCause = {
  cause: 'changed',
  styleId: '',
  style: 'QM27-0113',
  section: 'fabric',
  placement: 'body',
  changedFields: ['netYield', 'grossYield'],
  skus: 14,
  rows: 14,
  grossPercent: { min: '12.9', max: '12.9' },
  before: side('MT-1 Poplin'),
  after: side('MT-1 Poplin'),
  costEffect: null,
  unpriced: null,
}

describe('the causes of changes in the Explorer', () => {
  it('say what changed, how, and in how many SKUs', () => {
    const texts = [
      changed,
      { ...changed, cause: 'replaced' as const, after: side('MT-2 Twill'), skus: 1 },
      { ...changed, cause: 'added' as const, placement: null, before: null },
      { ...changed, cause: 'removed' as const, section: null, placement: null, after: null },
      { ...changed, cause: 'renamed' as const, before: null, after: null },
      { ...changed, cause: 'skus_added' as const, before: null, after: null, skus: 3, rows: 36 },
      { ...changed, cause: 'style_removed' as const, before: null, after: null, skus: 3, rows: 36 },
    ].map((cause) => causeText(cause))
    expect(texts.map(({ what, how }) => `${what} | ${how}`)).to.deep.equal([
      'body: MT-1 Poplin | Net yield, Gross yield, in 14 SKUs',
      'body: MT-1 Poplin → MT-2 Twill | replaced in 1 SKU',
      'fabric: MT-1 Poplin | added in 14 SKUs',
      'MT-1 Poplin | removed in 14 SKUs',
      'Style number or SKU codes | changed, and nothing else, in 14 SKUs',
      '3 SKUs | added, with 36 rows',
      'Style | removed, with 3 SKUs and 36 rows',
    ])
  })

  it('show one percentage, or the range of all rows', () => {
    expect(percentText(changed)).to.equal('+12.9\u00a0%')
    expect(percentText({ ...changed, grossPercent: { min: '-3.1', max: '0' } })).to.equal('\u22123.1 to 0\u00a0%')
    expect(percentText({ ...changed, grossPercent: null })).to.equal(null)
    expect(percentText({ ...changed, grossPercent: { min: '0', max: '0' } })).to.equal(null)
  })
})
