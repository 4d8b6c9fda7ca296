import { expect } from 'chai'
import type { ConnectedRecord } from '../../../schemas/connected.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../../support/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../../support/connected-api.ts'
import { connectedRecord, sourceSummary } from '../../support/connected-rows.ts'
import { assertProblemCode } from '../../support/contract.ts'
import { material } from '../../support/entities.ts'
import { claimCodes, fill } from '../../support/graph.ts'

describe('references to materials and factories over HTTP', () => {
  let world: ConnectedApi
  let ids: { poplin: string; twill: string; maia: string; lone: string; foreign: string; unmatched: string }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    const own = (record: string) => materialIdOf(ours.key, record)
    ids = {
      ...{ poplin: own('M-1'), twill: own('M-2'), lone: own('M-3') },
      ...{ maia: factoryIdOf(ours.key, 'PT-1'), foreign: materialIdOf(theirs.key, 'M-9') },
      unmatched: '11111111-1111-5111-8111-111111111111',
    }
    const entities = ['M-1', 'M-2', 'M-3'].map((record) => material(ours.key, record))
    await fill(graph, ours.key, { entities })
    await claimCodes(graph, ours.key, entities)
    await claimCodes(graph, ours.key, [
      { id: ids.poplin, externalReferences: [code('MT/1 ä')] },
      { id: ids.poplin, externalReferences: [code('SHARED')] },
      { id: ids.twill, externalReferences: [code('SHARED')] },
    ])
    const source = (recordId: string, connectedId: string, codes: string[], more = {}) => ({
      ...{ kind: 'material' as const, connectedId, codes, summary: sourceSummary('erp', recordId, more) },
    })
    await fillConnected(graph, ours.key, {
      records: [
        connectedRecord({ id: ids.poplin, label: 'MT-1 Poplin' }, ['erp']),
        connectedRecord({ id: ids.twill, label: 'MT-2 Twill' }, ['erp']),
        connectedRecord({ id: ids.unmatched, label: 'Loose' }, ['erp'], {
          canonicalEntityId: null,
          match: { state: 'unmatched', method: null, candidates: [] },
        }),
        connectedRecord({ kind: 'factory', id: ids.maia, label: 'Maia' }, ['erp']),
      ],
      sources: [
        source('100-1', ids.poplin, ['100-1', 'X-1']),
        source('100-2', ids.twill, ['100-2']),
        source('1:2/3', ids.unmatched, ['loose']),
        source('7', ids.poplin, []),
        source('7', ids.twill, [], { recordType: 'item_variant' }),
        source('8', ids.twill, [], { instance: 'asia' }),
        {
          ...source('F-7', ids.maia, ['FAC-07', 'X-1']),
          kind: 'factory',
          summary: sourceSummary('erp', 'F-7', { recordType: 'site' }),
        },
      ],
    })
    const loose = connectedRecord({ id: ids.foreign, label: 'Theirs' }, ['erp'])
    await fillConnected(graph, theirs.key, { records: [loose], sources: [source('900', ids.foreign, ['ONLY-THEIRS'])] })
  })
  after(() => world.close())

  const code = (value: string) => ({ system: 'plm', instance: 'main', kind: 'material_number', value })
  const pathOf = (kind: string, ref: string) => `/v1/connected-records/${kind}/${encodeURIComponent(ref)}`
  const idOf = async (kind: string, ref: string) => {
    const { data } = await world.read<{ data: ConnectedRecord }>(pathOf(kind, ref))
    return data.id
  }
  const refused = async (kind: string, ref: string, code: Parameters<typeof refusalOf>[1] = 'record_not_found') =>
    refusalOf(await world.api.get(pathOf(kind, ref), world.tokens.ours), code)

  it('are canonical ids, in either case', async () => {
    expect(await idOf('material', ids.poplin)).to.equal(ids.poplin)
    expect(await idOf('material', ids.poplin.toUpperCase())).to.equal(ids.poplin)
    expect(await idOf('factory', ids.maia)).to.equal(ids.maia)
    expect(await idOf('material', ids.unmatched)).to.equal(ids.unmatched)
  })

  it('are records of sources, also with their record type', async () => {
    expect(await idOf('material', 'erp:main:100-1')).to.equal(ids.poplin)
    expect(await idOf('material', 'erp:main:item_master:100-2')).to.equal(ids.twill)
    expect(await idOf('material', 'erp:main:1:2/3')).to.equal(ids.unmatched)
    expect(await idOf('material', 'plm:main:M-1')).to.equal(ids.poplin)
    expect(await idOf('material', 'erp:asia:8')).to.equal(ids.twill)
    expect(await idOf('factory', 'erp:main:F-7')).to.equal(ids.maia)
    await refused('material', 'erp:main:8')
    await refused('material', 'erp:main:F-7')
  })

  it('are bare codes, compared exactly, of the kind that is asked for', async () => {
    expect(await idOf('material', 'MT/1 ä')).to.equal(ids.poplin)
    expect(await idOf('material', 'MT/1 a\u0308')).to.equal(ids.poplin)
    expect(await idOf('material', 'X-1')).to.equal(ids.poplin)
    expect(await idOf('factory', 'X-1')).to.equal(ids.maia)
    expect(await idOf('material', 'loose')).to.equal(ids.unmatched)
    for (const near of ['x-1', 'X-1 ', 'X', 'LOOSE', '%', '*']) await refused('material', near)
  })

  it('are ambiguous when several are meant, and all are named', async () => {
    const named = [ids.poplin, ids.twill].sort().join(', ')
    expect(await refused('material', 'SHARED', 'ambiguous_reference')).to.include(named)
    expect(await refused('material', 'erp:main:7', 'ambiguous_reference')).to.include(named)
    expect(await idOf('material', 'erp:main:item_variant:7')).to.equal(ids.twill)
  })

  it('find no connected record of a material that no source speaks of', async () => {
    const unknown = await refused('material', 'no-such')
    expect(await refused('material', ids.lone)).to.equal(unknown)
    expect(await world.read('/v1/material-factory-position', { material: ids.lone })).to.deep.include({ data: [] })
  })

  it('do not reach another organization: byte for byte as if there were nothing', async () => {
    const unknown = await refused('material', '22222222-2222-5222-8222-222222222222')
    for (const ref of [ids.foreign, 'ONLY-THEIRS', 'erp:main:900', 'erp:main:item_master:900']) {
      expect(await refused('material', ref), ref).to.equal(unknown)
      const position = await world.api.get(`/v1/material-factory-position?material=${ref}`, world.tokens.ours)
      expect(await refusalOf(position, 'record_not_found')).to.equal(unknown)
    }
    const theirs = await world.api.get(pathOf('material', 'ONLY-THEIRS'), world.tokens.theirs)
    expect(theirs.status).to.equal(200)
  })

  it('are refused where they cannot be one', async () => {
    const get = (path: string, token = world.tokens.ours) => world.api.get(path, token)
    const { errors } = await assertProblemCode(await get(pathOf('style', 'x')), 'invalid_request')
    expect(errors?.map((fault) => `${fault.in} ${fault.name}`)).to.deep.equal(['path kind'])
    await assertProblemCode(await get(pathOf('material', 'x'.repeat(601))), 'invalid_request')
    await assertProblemCode(await get('/v1/connected-records/material/%E0%A4'), 'invalid_request')
    await assertProblemCode(await get(`${pathOf('material', 'X-1')}?instance=main`), 'invalid_request')
    await assertProblemCode(await get('/v1/connected-records/search/x'), 'invalid_request')
    const { text } = await world.ours.issue({ scopes: ['graph:read'] })
    await assertProblemCode(await get(pathOf('material', 'X-1'), text), 'insufficient_scope')
  })
})
