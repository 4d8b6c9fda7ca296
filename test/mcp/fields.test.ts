import { expect } from 'chai'
import { toolsOf } from '../../api/mcp/tools/index.ts'
import { rowFieldsOf } from '../../api/mcp/tools/row-fields.ts'
import { listBomYieldChanges } from '../../api/operations/bom/list-bom-yield-changes.ts'
import { summarizeBomYieldChanges } from '../../api/operations/bom/summarize-bom-yield-changes.ts'
import { operations } from '../../api/operations/index.ts'
import type { Problem } from '../../schemas/problem.ts'
import { type McpWorld, type Page, type RpcResponse, startMcp } from '../support/api/mcp.ts'

describe('the argument `fields` of MCP tools', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp({ tools: toolsOf(['bom'], operations) })
  })
  after(() => world.close())

  const pageOf = ({ body }: RpcResponse): Page => {
    if (!body.result?.structuredContent) throw new Error(JSON.stringify(body))
    return body.result.structuredContent
  }
  const problemOf = ({ body }: RpcResponse): Problem => {
    expect(body.result?.isError).to.equal(true)
    return JSON.parse(body.result?.content?.[0]?.text ?? '')
  }

  it('selects fields in the order of the row, always keeps those that identify it, and defaults to the compact ones', async () => {
    const rowWith = async (fields?: string[]) => {
      const given = { limit: 1, changeType: 'changed', ...(fields ? { fields } : {}) }
      return pageOf(await world.call('get_bom_yield_changes', given)).data[0] ?? {}
    }
    const whole = await rowWith(['*'])
    expect(Object.keys(whole)).to.have.length(10)
    expect(await rowWith(['sku', '*'])).to.deep.equal(whole)
    const { changeType, changedFields, style, sku, placement } = whole
    expect(await rowWith(['style', 'changeType'])).to.deep.equal({ changeType, style, sku, placement })
    const { before, after, delta } = whole as Record<'before' | 'after' | 'delta', Record<string, unknown>>
    const sideOf = ({ material, grossYield, uom, yieldPerUnits }: Record<string, unknown>) => {
      return { material, grossYield, uom, yieldPerUnits }
    }
    const { grossPercent } = delta
    const sides = { before: sideOf(before), after: sideOf(after) }
    const compact = { changeType, changedFields, style, sku, placement, ...sides, delta: { grossPercent } }
    expect(await rowWith()).to.deep.equal(compact)
    expect(await rowWith(['compact'])).to.deep.equal(compact)
    expect(await rowWith(['compact', 'delta', 'after'])).to.deep.equal({ ...compact, delta, after })
  })

  it('defaults to the compact fields in the tools of further toolsets', async () => {
    const given = { limit: 2 }
    const [short, all] = [
      pageOf(await world.call('list_bom_yields', given)),
      pageOf(await world.call('list_bom_yields', { ...given, fields: ['*'] })),
    ]
    expect(Object.keys(short.data[0] ?? {})).to.have.members(rowFieldsOf(operationOf('listBomYields'))?.compact ?? [])
    expect(Object.keys(all.data[0] ?? {}).length).to.be.above(25)
    expect(short.meta).to.deep.equal(all.meta)
  })

  it('defaults to the compact fields in the six core tools, unless MCP_COMPACT is false', async () => {
    const entityId = world.entities[0]?.id
    const page = pageOf(await world.call('search_entities', { limit: 1 }))
    expect(Object.keys(page.data[0] ?? {})).to.have.members(['id', 'type', 'lifecycleState', 'label'])
    const { data } = pageOf(await world.call('get_entity', { entityId }))
    const ofEntity = ['id', 'type', 'lifecycleState', 'label', 'attributes', 'externalReferences']
    expect(Object.keys(data)).to.have.members(ofEntity)
    const walked = pageOf(await world.call('traverse_relationships', { entityId, limit: 1 }))
    expect(Object.keys(walked.data[0] ?? {})).to.have.members(['type', 'from', 'to'])
    const own = await startMcp({ tools: toolsOf(['core'], operations, false) })
    try {
      const whole = pageOf(await own.call('search_entities', { limit: 1 }))
      expect(Object.keys(whole.data[0] ?? {})).to.have.length(9)
    } finally {
      await own.close()
    }
  })

  it('is an error that lists the valid fields if it names an unknown one, next to all other errors', async () => {
    const problem = problemOf(await world.call('get_entity', { entityId: 'x', fields: ['labels', 'label'] }))
    expect(problem.errors?.map(({ name }) => name)).to.deep.equal(['entityId', 'fields.0'])
    expect(problem.errors?.[1]?.detail).to.equal(
      'must be one of compact, *, id, type, label, lifecycleState, externalReferences, attributes, revision, createdAt, ' +
        'updatedAt',
    )
    const paths = problemOf(
      await world.call('search_entities', { fields: ['attributes.sesaon', 'label.x', 'attributes.season'] }),
    )
    expect(paths.errors?.map(({ name }) => name)).to.deep.equal(['fields.0', 'fields.1'])
    expect(paths.errors?.[0]?.detail).to.match(/^is not a field\. The fields of attributes are styleNumber, .*season/)
    expect(paths.errors?.[1]?.detail).to.equal('is not a field. label has no fields')
    for (const fields of [[], [7], 'label '] as unknown[]) {
      const { code, errors } = problemOf(await world.call('search_entities', { fields }))
      expect([code, errors?.[0]?.name.split('.')[0]], JSON.stringify(fields)).to.deep.equal([
        'invalid_request',
        'fields',
      ])
    }
    const rest = await world.api.get('/v1/entities?fields=compact', await world.token())
    expect(rest.status).to.equal(400)
  })

  it('accepts paths through objects and lists, also of fields that only some types have', async () => {
    const rowWith = async (type: string, fields: string[]) =>
      pageOf(await world.call('search_entities', { type, limit: 1, fields })).data[0] as Record<string, unknown>
    const whole = await rowWith('material', ['*'])
    const attributes = whole.attributes as { composition: { fibre: string }[]; materialType: string }
    expect(
      await rowWith('material', ['attributes.materialType', 'attributes.composition.fibre', 'attributes.season']),
    ).to.deep.equal({
      id: whole.id,
      attributes: {
        materialType: attributes.materialType,
        composition: attributes.composition.map(({ fibre }) => ({ fibre })),
      },
    })
    const references = (await rowWith('material', ['externalReferences.value', 'label'])).externalReferences as object[]
    expect(references.length).to.be.above(0)
    for (const reference of references) expect(Object.keys(reference)).to.deep.equal(['value'])
  })

  it('lets a page hold more rows if fewer fields are selected, and loses no row', async () => {
    const given = {
      includeUnchanged: true,
      fromSnapshotId: world.snapshotIds[0],
      limit: 1000,
      fields: ['after', 'matchKey'],
    }
    const keys: unknown[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const answer = await world.call('get_bom_yield_changes', { ...given, ...(cursor ? { cursor } : {}) })
      const { data, links, meta } = pageOf(answer)
      const length = answer.body.result?.content?.[0]?.text.length ?? 0
      expect(length).to.be.at.most(40_000)
      keys.push(...data.map(({ matchKey }) => matchKey))
      if (meta.truncatedBy !== undefined) {
        expect([meta.truncatedBy, typeof links.next]).to.deep.equal(['size', 'string'])
        // A page has room for 20 rows with all fields.
        expect(data.length).to.be.above(28)
        expect(length).to.be.above(36_000)
      }
      cursor = links.next
    }
    const { snapshotIds } = world
    const query = new URLSearchParams({ includeUnchanged: 'true', fromSnapshotId: snapshotIds[0] ?? '', limit: '1000' })
    const expected: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `${listBomYieldChanges.path}?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const page = (await (await world.api.get(path, await world.token())).json()) as Page
      expected.push(...page.data.map(({ matchKey }) => matchKey))
      cursor = page.links.next
    }
    expect(keys).to.deep.equal(expected)
    expect([pages > 1, keys.length > 60]).to.deep.equal([true, true])
  })

  it('shortens the lists of a summary to what a result has room for', async () => {
    const [fromSnapshotId = ''] = world.snapshotIds
    const given = { includeUnchanged: true, fromSnapshotId, fields: ['*'] }
    const answer = await world.call('summarize_bom_yield_changes', { ...given, top: 100 })
    const { data, meta } = pageOf(answer) as unknown as { data: { largest: unknown[] }; meta: { truncatedBy?: string } }
    expect(answer.body.result?.content?.[0]?.text.length).to.be.within(10_000, 40_000)
    expect(meta.truncatedBy).to.equal('size')

    const top = data.largest.length
    const query = new URLSearchParams({ includeUnchanged: 'true', fromSnapshotId, top: String(top) })
    const rest = await world.api.get(`${summarizeBomYieldChanges.path}?${query}`, await world.token())
    expect(data).to.deep.equal(((await rest.json()) as { data: unknown }).data)
  })

  it('is in the audit record of the call', async () => {
    const { http } = await world.call('search_entities', { limit: 1, fields: ['label'] })
    const records = await world.api.audited()
    const found = records.find(({ requestId }) => requestId === http.headers.get('X-Request-ID'))
    expect(found?.parameters).to.deep.equal({ limit: 1, fields: ['label'] })
  })
})

function operationOf(id: string) {
  const found = operations.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`no operation ${id}`)
  return found
}
