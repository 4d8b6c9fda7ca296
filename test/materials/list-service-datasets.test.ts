import { expect } from 'chai'
import type { Dataset } from '../../schemas/materials/datasets.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import type { ConnectedApi } from '../support/materials/connected-api.ts'
import { dataset } from '../support/materials/connected-rows.ts'
import { datasetIdsOf, datasets, startLoadedDatasets } from '../support/materials/loaded-datasets.ts'

describe('datasets over HTTP', () => {
  let world: ConnectedApi
  before(async () => {
    world = await startLoadedDatasets()
  })
  after(() => world.close())

  it('lists each dataset once, ordered by ID, with its number of live rows, for any page size', async () => {
    const expected = datasetIdsOf(datasets)
    for (const limit of [1, 7, 100]) {
      const rows = await world.walk<Dataset>('/v1/datasets', {}, limit)
      expect(rows.map(({ datasetId }) => datasetId)).to.deep.equal(expected)
      const counts = rows.filter(({ rowCount }) => rowCount > 0).map(({ datasetId, rowCount }) => [datasetId, rowCount])
      expect(counts).to.deep.equal([
        ['erp.material_stock', 41],
        ['pim.feed_03', 3],
      ])
    }
    const [first] = await world.walk<Dataset>('/v1/datasets', { system: 'wms' }, 1)
    expect(first).to.deep.equal({
      ...dataset('wms.material_stock', { warnAfterSeconds: 1800, errorAfterSeconds: 7200 }),
      rowCount: 0,
    })
  })

  it('filters by system', async () => {
    for (const system of ['erp', 'wms', 'pim', 'mdm']) {
      const expected = datasetIdsOf(datasets.filter(({ sourceSystem }) => sourceSystem === system))
      for (const limit of [1, 7, 100]) {
        expect(datasetIdsOf(await world.walk<Dataset>('/v1/datasets', { system }, limit))).to.deep.equal(expected)
      }
    }
  })

  it('lists none of another organization, and rejects invalid parameters', async () => {
    const foreign = await world.read('/v1/datasets', {}, world.tokens.theirs)
    expect(foreign.data.map(({ name }) => name)).to.deep.equal(['Theirs', 'mdm.x'])
    const get = (query: string, token = world.tokens.ours) => world.api.get(`/v1/datasets${query}`, token)
    const { links } = await world.read('/v1/datasets', { limit: 1 })
    await assertProblemCode(await get(`?limit=1&cursor=${links.next}`, world.tokens.theirs), 'invalid_cursor')
    for (const invalid of ['?organization=x', '?system=ERP']) {
      await assertProblemCode(await get(invalid), 'invalid_request')
    }
    const { text } = await world.ours.issue({ scopes: ['graph:read', 'bom:read', 'exports:create'] })
    await assertProblemCode(await get('', text), 'insufficient_scope')
  })
})
