import { expect } from 'chai'
import { exampleFreshness } from '../../../api/operations/materials/examples.ts'
import type { Entity, Freshness } from '../../../client/src/index.ts'
import {
  feedingDatasets,
  freshnessText,
  worstFirst,
} from '../../../explorer/src/pages/graph/entity/feeding-datasets.ts'
import { plainText } from '../../support/explorer/plain-text.ts'

function dataset(datasetId: string, kind: string, instance = 'main') {
  return { datasetId, sourceSystem: datasetId.split('.')[0] ?? '', instance, recordKinds: [kind] }
}
const row = (datasetId: string, changes: Partial<Freshness>): Freshness =>
  ({ ...exampleFreshness, datasetId, reason: null, ...changes }) as Freshness

describe('the datasets that feed an entity', () => {
  it('are those of its systems and instances with records of its type', () => {
    const entity = {
      type: 'material',
      externalReferences: [
        { system: 'plm', instance: 'main' },
        { system: 'erp', instance: 'eu' },
      ],
    } as Entity
    const datasets = [
      dataset('plm.materials', 'material'),
      dataset('plm.styles', 'style'),
      dataset('erp.materials', 'material'),
      dataset('erp.materials_eu', 'material', 'eu'),
      dataset('wms.materials', 'material'),
    ]
    expect(feedingDatasets(entity, datasets)).to.deep.equal(['plm.materials', 'erp.materials_eu'])
    expect(feedingDatasets({ ...entity, type: 'sku' } as Entity, datasets)).to.deep.equal([])
  })

  it('are listed from the worst to the freshest, without others', () => {
    const rows = [
      row('a', { status: 'fresh', lagSeconds: 500 }),
      row('b', { status: 'unknown', lagSeconds: null }),
      row('c', { status: 'stale', lagSeconds: 100 }),
      row('d', { status: 'stale', lagSeconds: 200 }),
      row('e', { status: 'stale', lagSeconds: 900 }),
    ]
    expect(worstFirst(['a', 'b', 'c', 'd'], rows).map(({ datasetId }) => datasetId)).to.deep.equal(['d', 'c', 'b', 'a'])
  })

  it('are described by status and age, and by their number if there are several', () => {
    const stale = row('d', { status: 'stale', lagSeconds: 9 * 86_400 + 7200 })
    const fresh = row('a', { status: 'fresh', lagSeconds: 60 })
    expect(plainText(freshnessText([stale]))).to.equal('stale, 9 d 2 h old')
    expect(plainText(freshnessText([stale, fresh]))).to.equal('1 of 2 stale, 9 d 2 h old')
    expect(plainText(freshnessText([fresh, fresh]))).to.equal('2 of 2 fresh, 1 min old')
    const unknown = row('b', { status: 'unknown', lagSeconds: null })
    expect(freshnessText([{ ...unknown, reason: 'never_loaded' }])).to.equal('unknown, never loaded')
    expect(freshnessText([unknown])).to.equal('unknown')
  })
})
