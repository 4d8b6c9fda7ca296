import { expect } from 'chai'
import type { ConnectedRecord } from '../../schemas/materials/connected-records.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { material } from '../support/graph/entities.ts'
import { claimCodes, fill, moveRecord } from '../support/graph/graph.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../support/materials/connected.ts'
import { type ConnectedApi, refusalOf, startConnectedApi } from '../support/materials/connected-api.ts'
import { connectedRecord, sourceSummary } from '../support/materials/connected-rows.ts'

describe('references to materials and factories over HTTP', () => {
  let world: ConnectedApi
  let ids: { poplin: string; twill: string; maia: string; lone: string; foreign: string; unmatched: string }

  before(async () => {
    world = await startConnectedApi()
    const { graph, ours, theirs } = world
    const own = (record: string) => materialIdOf(ours.key, record)
    ids = {
      poplin: own('M-1'),
      twill: own('M-2'),
      lone: own('M-3'),
      maia: factoryIdOf(ours.key, 'PT-1'),
      foreign: materialIdOf(theirs.key, 'M-9'),
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
    await claimCodes(graph, ours.key, [{ id: ids.twill, externalReferences: [code('OLD-2')] }])
    await claimCodes(
      graph,
      ours.key,
      [
        { id: ids.poplin, externalReferences: ['OLD-1', 'OLD-2', 'OLD-3', 'OLD-4'].map(code) },
        { id: ids.twill, externalReferences: [code('OLD-3')] },
      ],
      true,
    )
    await moveRecord(graph, ours.key, { system: 'pim', instance: 'main', recordId: 'P-1' }, ids.poplin)
    // Makes the stored state invalid except for the record's new owner, the only part that reads need.
    const ofOrganization = { tenantKey: ours.key }
    const stored = await readNodes(graph, 'Entity', ofOrganization, ['id', 'state'])
    const moved = stored.filter(({ state }) => String(state).includes('"moved"'))
    expect(moved).to.have.length(1)
    for (const { id, state } of moved)
      await updateNodes(
        graph,
        'Entity',
        { ...ofOrganization, id },
        { state: String(state).replaceAll('"t":', '"was":') },
      )
    const source = (recordId: string, connectedId: string, codes: string[], more = {}) => ({
      kind: 'material' as const,
      connectedId,
      codes,
      summary: sourceSummary('erp', recordId, more),
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
        source('1:2/3', ids.unmatched, ['loose', 'OLD-4']),
        source('100-3', ids.twill, ['loose', 'gone'], { deletedInSource: true }),
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

  const label = (record: string) => material(world.ours.key, record).label
  const code = (value: string) => ({ system: 'plm', instance: 'main', kind: 'material_number', value })
  const pathOf = (kind: string, ref: string) => `/v1/connected-records/${kind}/${encodeURIComponent(ref)}`
  const idOf = async (kind: string, ref: string) => {
    const { data } = await world.read<{ data: ConnectedRecord }>(pathOf(kind, ref))
    return data.id
  }
  const refused = async (kind: string, ref: string, code: Parameters<typeof refusalOf>[1] = 'record_not_found') =>
    refusalOf(await world.api.get(pathOf(kind, ref), world.tokens.ours), code)

  it('can be entity IDs, in lower or upper case', async () => {
    expect(await idOf('material', ids.poplin)).to.equal(ids.poplin)
    expect(await idOf('material', ids.poplin.toUpperCase())).to.equal(ids.poplin)
    expect(await idOf('factory', ids.maia)).to.equal(ids.maia)
    expect(await idOf('material', ids.unmatched)).to.equal(ids.unmatched)
  })

  it('can be source records, with or without their record type', async () => {
    expect(await idOf('material', 'erp:main:100-1')).to.equal(ids.poplin)
    expect(await idOf('material', 'erp:main:item_master:100-2')).to.equal(ids.twill)
    expect(await idOf('material', 'erp:main:1:2/3')).to.equal(ids.unmatched)
    expect(await idOf('material', 'plm:main:M-1')).to.equal(ids.poplin)
    expect(await idOf('material', 'erp:asia:8')).to.equal(ids.twill)
    expect(await idOf('factory', 'erp:main:F-7')).to.equal(ids.maia)
    await refused('material', 'erp:main:8')
    await refused('material', 'erp:main:F-7')
  })

  it('can be bare codes, which match exactly and only within the requested kind', async () => {
    expect(await idOf('material', 'MT/1 ä')).to.equal(ids.poplin)
    expect(await idOf('material', 'MT/1 a\u0308')).to.equal(ids.poplin)
    expect(await idOf('material', 'X-1')).to.equal(ids.poplin)
    expect(await idOf('factory', 'X-1')).to.equal(ids.maia)
    expect(await idOf('material', 'loose')).to.equal(ids.unmatched)
    // `gone` is a code of a deleted source record: such codes find nothing.
    for (const near of ['gone', 'x-1', 'X-1 ', 'X', 'LOOSE', '%', '*']) await refused('material', near)
  })

  it('return ambiguous_reference with all matches if several records share them', async () => {
    const named = [ids.poplin, ids.twill].sort().join(', ')
    expect(await refused('material', 'SHARED', 'ambiguous_reference')).to.include(named)
    expect(await refused('material', 'erp:main:7', 'ambiguous_reference')).to.include(named)
    expect(await idOf('material', 'erp:main:item_variant:7')).to.equal(ids.twill)
  })

  it('find a material without source records, with the fields of its own system and without positions', async () => {
    const values: [string, string | string[]][] = [
      ...([
        ['baseUom', 'MTR'],
        ['certifications', ['GOTS']],
        ['composition', ['97.5% cotton', '2.5% elastane']],
      ] as const),
      ...([
        ['countryOfOrigin', 'PT'],
        ['lifecycleState', 'development'],
        ['materialNumber', 'M-3'],
      ] as const),
      ...([
        ['materialType', 'fabric'],
        ['name', 'Poplin 120'],
        ['purchaseUom', 'MTR'],
      ] as const),
      ...([
        ['weightGsm', '120'],
        ['widthCm', '148'],
      ] as const),
    ].map(([name, value]) => [name, typeof value === 'string' ? value : [...value]])
    const by = { unit: null, sourceSystem: 'plm', recordId: 'M-3', observedAt: '2027-03-14T02:10:00.000Z' }
    const fields = values.map(([name, value]) => ({ name, value, ...by, conflict: false }))
    for (const ref of [ids.lone, 'plm:main:M-3', 'M-3']) {
      const { data } = await world.read<{ data: ConnectedRecord }>(pathOf('material', ref))
      expect(data, ref).to.deep.equal({
        kind: 'material',
        id: ids.lone,
        ref: ids.lone,
        label: label('M-3'),
        canonicalEntityId: ids.lone,
        match: { state: 'matched', method: null, candidates: [ids.lone] },
        fields,
        sourceRecords: [],
        operatorSupplierId: null,
        countryCode: null,
        capabilities: [],
        sourcingModels: [],
      })
      expect(await world.read('/v1/material-factory-position', { material: ref })).to.deep.include({ data: [] })
      expect(await world.read('/v1/material-position-exceptions', { material: ref })).to.deep.include({ data: [] })
    }
    await refused('material', 'no-such')
  })

  it("can be a material's own source record, even after it was moved to another material", async () => {
    const poplin = await world.read('/v1/material-factory-position', { material: ids.poplin })
    for (const ref of ['plm:main:M-1', 'pim:main:P-1']) {
      expect(await idOf('material', ref), ref).to.equal(ids.poplin)
      expect(await world.read('/v1/material-factory-position', { material: ref }), ref).to.deep.equal(poplin)
      await world.read('/v1/material-position-exceptions', { material: ref })
    }
    for (const none of ['plm:asia:M-1', 'plm:main:M-9', 'plm:main:item:M-1']) await refused('material', none)
    await refused('factory', 'plm:main:M-1')
  })

  it('can be previous codes, as long as no record has them now', async () => {
    expect(await idOf('material', 'OLD-1')).to.equal(ids.poplin)
    expect(await idOf('material', 'OLD-2'), 'a code that another material has now').to.equal(ids.twill)
    expect(await refused('material', 'OLD-3', 'ambiguous_reference')).to.include(
      [ids.poplin, ids.twill].sort().join(', '),
    )
    // As for a current code, both the owner and an unmatched record that carries the code are candidates.
    expect(await refused('material', 'OLD-4', 'ambiguous_reference')).to.include(ids.unmatched)
    await refused('factory', 'OLD-1')
  })

  it('return the same 404 for records of another organization as for unknown ones', async () => {
    const unknown = await refused('material', '22222222-2222-5222-8222-222222222222')
    for (const ref of [ids.foreign, 'ONLY-THEIRS', 'erp:main:900', 'erp:main:item_master:900']) {
      expect(await refused('material', ref), ref).to.equal(unknown)
      const position = await world.api.get(`/v1/material-factory-position?material=${ref}`, world.tokens.ours)
      expect(await refusalOf(position, 'record_not_found')).to.equal(unknown)
    }
    const theirs = await world.api.get(pathOf('material', 'ONLY-THEIRS'), world.tokens.theirs)
    expect(theirs.status).to.equal(200)
  })

  it('are rejected if they are malformed, or if the token lacks the scope', async () => {
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
