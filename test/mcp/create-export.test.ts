import { expect } from 'chai'
import { type ExportJob, ExportResponse } from '../../schemas/exports.ts'
import type { Problem } from '../../schemas/problem.ts'
import { forgetExports } from '../support/exports.ts'
import { type McpWorld, startMcp, toolsOf } from '../support/mcp.ts'

describe('the tool create_export', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(async () => {
    await forgetExports(world.graph, world.organization.key)
    await world.close()
  })

  it('queues an export at once, with its REST paths, and warns of repeats (statement 18)', async () => {
    const token = await world.token(['exports:create'])
    const tools = toolsOf(await world.rpc('tools/list', {}, token))
    expect(tools.map(({ name }) => name)).to.deep.equal(['create_export'])
    expect(tools[0]?.description).to.match(/Never repeat a call/)
    expect(tools[0]?.annotations).to.include({ readOnlyHint: false, idempotentHint: false })
    const given = { kind: 'bom_yield_changes', parameters: { to: '2027-03-04', changeType: 'changed' } }
    const { body } = await world.call('create_export', given, token)
    const { data } = ExportResponse.parse(body.result?.structuredContent)
    expect(data).to.include({ kind: given.kind, status: 'queued' })
    expect(data.parameters).to.deep.equal({
      ...{ changeType: 'changed', fromSnapshotId: world.snapshotIds[2], toSnapshotId: world.snapshotIds[3] },
    })
    for (const path of [data.links.self, '/v1/exports?limit=1']) {
      const found = (await (await world.api.get(path, token)).json()) as { data: ExportJob | ExportJob[] }
      expect([found.data].flat()[0]?.exportId).to.equal(data.exportId)
    }
  })

  it('names a filter that the kind does not have, and needs its scope', async () => {
    const token = await world.token(['exports:create'])
    const { body } = await world.call('create_export', { kind: 'entities', parameters: { sku: 'x' } }, token)
    const problem = JSON.parse(body.result?.content?.[0]?.text ?? '') as Problem
    expect([body.result?.isError, problem.errors]).to.deep.equal([
      true,
      [{ in: 'argument', name: 'parameters.sku', detail: 'is not a filter of entities' }],
    ])
    const refused = await world.call('create_export', { kind: 'entities' })
    expect(refused.http.status).to.equal(403)
    expect(refused.http.headers.get('WWW-Authenticate')).to.contain('exports:create')
  })
})
