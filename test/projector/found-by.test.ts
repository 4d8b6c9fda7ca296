import { expect } from 'chai'
import fc from 'fast-check'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { foundBy } from '../../domain/search/found-by.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { applyLog } from '../support/events/apply-log.ts'
import type { SourceEvent } from '../support/events/source-event.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { readLinks, readNodes } from '../support/graph/stored-nodes.ts'
import { gone, material } from '../support/materials/reconcile-scenario.ts'

const item = (value: string) => ({ system: 'erp', instance: 'main', kind: 'item', value })
const named = (record: string, version: number, number: string, ...items: string[]): SourceEvent => ({
  ...material(number, version, items.map(item)),
  recordId: record,
})
const inPlm = (recordId: string) => ({ system: 'plm', instance: 'main', recordId })
const mill: SourceEvent = {
  kind: 'supplier',
  recordId: 'V-1',
  version: 1,
  time: '2026-03-01T00:00:00.000Z',
  data: { supplierCode: 'SUP-1', name: 'Mill', lifecycleState: 'approved', countryCode: 'PT' },
}
const supply = (version: number, mpn: string | null, from = 'A'): SourceEvent => ({
  kind: 'link',
  recordId: 'L-1',
  version,
  time: `2026-03-02T00:00:0${version}.000Z`,
  data: {
    type: 'SUPPLIED_BY',
    from: { type: 'material', recordId: from },
    to: { type: 'supplier', recordId: 'V-1' },
    properties: { mpn },
  },
})

describe('codes and values in the search index', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  const found = async (organization: string, filters: object) => {
    const { data } = await call(searchEntities, filters, contextFor(graph, organization))
    return data.map(({ label }) => label.split(' ')[0])
  }

  it('change in the same transaction as codes, links, and deletions of materials', async () => {
    const organization = freshOrganization()
    const apply = (...events: SourceEvent[]) => applyLog(graph, organization, events)
    const foundByCode = (code: string) => found(organization, { code })
    await apply(named('A', 1, 'MT-A1', 'I-1'), mill, supply(1, 'QO-1'))
    for (const code of ['MT-A1', 'I-1', 'A', 'QO-1', 'mta1', 'qo 1', 'MT-A1 MT-A1 cloth'])
      expect(await foundByCode(code), code).to.deep.equal(['MT-A1'])
    await apply(named('A', 2, 'MT-A2', 'I-2'), supply(2, 'QO-2'))
    expect(await foundByCode('I-1'), 'a previous code').to.deep.equal(['MT-A2'])
    expect(await foundByCode('QO-1'), 'a previous article number').to.deep.equal([])
    expect(await foundByCode('QO-2')).to.deep.equal(['MT-A2'])
    await apply(named('B', 1, 'MT-B', 'I-1'))
    expect(await foundByCode('I-1'), 'a code that another has now').to.deep.equal(['MT-B'])
    await apply(supply(3, 'QO-3', 'B'))
    expect([await foundByCode('QO-2'), await foundByCode('QO-3')], 'a link that leads elsewhere').to.deep.equal([
      [],
      ['MT-B'],
    ])
    // The record B2 is declared to be the material B (canonicalOf), so its ID finds B.
    await apply({ ...named('B2', 1, 'MT-B9'), data: { ...named('B2', 1, 'MT-B9').data, canonicalOf: inPlm('B') } })
    expect(await foundByCode('B2'))
      .to.have.length(1)
      .and.to.deep.equal(await foundByCode('B'))
    await apply(gone('link', 'L-1', 4))
    expect(await foundByCode('QO-3')).to.deep.equal([])
    await apply(gone('material', 'A', 3))
    expect([await foundByCode('MT-A2'), await foundByCode('I-2')]).to.deep.equal([[], []])
    await apply(named('A', 4, 'MT-A4'))
    expect([await foundByCode('MT-A4'), await foundByCode('I-2')], 'a material that comes back').to.deep.equal([
      ['MT-A4'],
      ['MT-A4'],
    ])
  })

  it('change with the attributes of entities', async () => {
    const organization = freshOrganization()
    const foundWith = (filters: object) => found(organization, filters)
    const fields = (version: number, data: object): SourceEvent => ({
      ...named('A', version, 'MT-A'),
      data: { ...named('A', version, 'MT-A').data, ...data },
    })
    await applyLog(graph, organization, [
      mill,
      fields(1, { materialType: 'fabric', countryOfOrigin: 'IN', certifications: ['GOTS'] }),
    ])
    expect(await foundWith({ countryCode: 'PT' })).to.deep.equal(['Mill'])
    expect(await foundWith({ countryCode: 'IN', certification: 'GOTS', materialType: 'fabric' })).to.deep.equal([
      'MT-A',
    ])
    expect(await foundWith({ certification: 'none' })).to.deep.equal([])
    const composition = [
      { fibre: 'linen', percent: '60' },
      { fibre: 'cotton', percent: '40' },
    ]
    await applyLog(graph, organization, [fields(2, { materialType: 'lining', composition })])
    expect(await foundWith({ fibre: 'linen', certification: 'none' })).to.deep.equal(['MT-A'])
    expect([await foundWith({ materialType: 'fabric' }), await foundWith({ countryCode: 'IN' })]).to.deep.equal([
      [],
      [],
    ])
  })

  it('are the same in any order of arrival', async () => {
    const log = [
      ...[named('A', 1, 'MT-A1', 'I-1'), named('A', 2, 'MT-A2', 'I-2'), named('B', 1, 'MT-B', 'I-1')],
      ...[mill, supply(1, 'QO-1'), supply(2, 'QO-2'), gone('material', 'B', 2), named('B', 3, 'MT-B3', 'I-3')],
    ]
    const stateOf = async (organization: string) => {
      const links = (await readLinks(graph, organization)).map(({ mpn, mpnForm: form }) => ({ mpn, form }))
      const listed = await readNodes(graph, 'Listed', { tenantKey: organization }, ['doc', 'foundBy'])
      const entities = listed.filter(({ foundBy: stored }) => stored !== null)
      for (const { doc, foundBy: stored } of entities) {
        const entity: Entity = JSON.parse(String(doc))
        const current = ['MT-A2', 'I-2', 'MT-B3', 'I-3', 'A', 'B', 'V-1', 'SUP-1']
        expect(stored).to.equal(foundBy(organization, entity, ({ value }) => !current.includes(value)))
      }
      return { links, labels: entities.map(({ doc }) => JSON.parse(String(doc)).label).sort() }
    }
    const expected = {
      links: [{ mpn: 'QO-2', form: 'qo2' }],
      labels: ['MT-A2 MT-A2 cloth', 'MT-B3 MT-B3 cloth', 'Mill (SUP-1)'],
    }
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(log, { minLength: log.length }), async (events) => {
        const organization = freshOrganization()
        for (const event of events) await applyLog(graph, organization, [event])
        expect(await stateOf(organization)).to.deep.equal(expected)
      }),
      { numRuns: 8 },
    )
  })
})
