import { expect } from 'chai'
import type { Entity } from '../../schemas/graph/entities.ts'
import type { Problem } from '../../schemas/problem.ts'
import { type McpWorld, type Page, type RpcResponse, startMcp } from '../support/api/mcp.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { fill } from '../support/graph/graph.ts'

describe('tools of MCP that take a code in place of an id', () => {
  let world: McpWorld
  let cloth: Entity
  before(async () => {
    world = await startMcp()
    const { key } = world.organization
    cloth = material(key, 'COD-1', 'Coded cloth')
    const mill = supplier(key, 'COD-V', 'Coded mill')
    const twins = [style(key, 'COD-2', 'Coded style'), material(key, 'COD-2', 'Coded twin')]
    const links = [{ type: 'SUPPLIED_BY' as const, from: cloth, to: mill, properties: { mpn: 'CQ-77' } }]
    await fill(world.graph, key, { entities: [cloth, mill, ...twins], links })
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

  it('return for each code of an entity the same as for its ID', async () => {
    for (const name of ['get_entity', 'traverse_relationships']) {
      const byId = pageOf(await world.call(name, { entityId: cloth.id }))
      for (const code of ['COD-1', 'cod 1', 'CQ-77', 'COD-1 Coded cloth'])
        expect(pageOf(await world.call(name, { code })), `${name} ${code}`).to.deep.equal(byId)
    }
    const { data } = pageOf(await world.call('get_entity', { code: 'COD-2', type: 'style' }))
    expect((data as unknown as Entity).label).to.equal('COD-2 Coded style')
  })

  it('list the entities that share a code', async () => {
    const problem = problemOf(await world.call('get_entity', { code: 'COD-2' }))
    expect(problem.code).to.equal('ambiguous_reference')
    expect(problem.detail)
      .to.contain('COD-2 Coded style (style, entityId ')
      .and.contain('COD-2 Coded twin (material, entityId ')
      .and.contain('Pass the entityId of one of them, or type.')
  })

  it('name the argument that is missing, unnecessary, or unknown', async () => {
    const faultsOf = async (given: object) => {
      const { code, errors } = problemOf(await world.call('traverse_relationships', given))
      return [code, ...(errors ?? []).map(({ name }) => name)]
    }
    expect(await faultsOf({})).to.deep.equal(['invalid_request', 'entityId'])
    expect(await faultsOf({ entityId: cloth.id, code: 'COD-1' })).to.deep.equal(['invalid_request', 'entityId', 'code'])
    expect(await faultsOf({ entityId: cloth.id, type: 'style' })).to.deep.equal(['invalid_request', 'type'])
    expect(await faultsOf({ code: 'NO-SUCH' })).to.deep.equal(['entity_not_found'])
    expect(await faultsOf({ code: 'COD-1', type: 'supplier' })).to.deep.equal(['entity_not_found'])
  })

  it('accept a cursor from a call with the code in a call with the ID', async () => {
    const first = pageOf(await world.call('search_entities', { q: 'poplin', limit: 1 })).data[0] as unknown as Entity
    const given = { direction: 'incoming', limit: 1 }
    const { links, data } = pageOf(await world.call('traverse_relationships', { code: first.label, ...given }))
    if (links.next === null) return expect(data.length).to.be.below(2)
    const cursor = links.next
    const next = pageOf(await world.call('traverse_relationships', { entityId: first.id, ...given, cursor }))
    expect(next).to.deep.equal(
      pageOf(await world.call('traverse_relationships', { code: first.label, ...given, cursor })),
    )
    return undefined
  })
})
