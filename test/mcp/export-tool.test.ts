import { expect } from 'chai'
import { toolsOf as chosenTools } from '../../api/mcp/tools/index.ts'
import { operations } from '../../api/operations/index.ts'
import { type ExportJob, ExportKind, ExportResponse, parametersOf } from '../../schemas/exports/exports.ts'
import type { Problem } from '../../schemas/problem.ts'
import { forgetExports } from '../support/api/exports.ts'
import { type McpWorld, startMcp, toolsOf } from '../support/api/mcp.ts'
import { validatorOf } from '../support/bom/published.ts'

describe('the tool create_export', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(async () => {
    await forgetExports(world.graph, world.organization.key)
    await world.close()
  })

  it('queues an export immediately, explains how to download it, and warns against calling it again', async () => {
    const token = await world.token(['exports:create'])
    const tools = toolsOf(await world.rpc('tools/list', {}, token))
    expect(tools.map(({ name }) => name)).to.deep.equal(['create_export'])
    expect(tools[0]?.description).to.match(/do not call it again/)
    expect(tools[0]?.annotations).to.include({ readOnlyHint: false, idempotentHint: false })
    const given = { kind: 'bom_yield_changes', parameters: { to: '2027-03-04', changeType: 'changed' } }
    const { body } = await world.call('create_export', given, token)
    const { data } = ExportResponse.parse(body.result?.structuredContent)
    expect(data).to.include({ kind: given.kind, status: 'queued' })
    expect(data.parameters).to.deep.equal({
      changeType: 'changed',
      fromSnapshotId: world.snapshotIds[2],
      toSnapshotId: world.snapshotIds[3],
    })
    const base = `http://api.test/v1/exports/${data.exportId}`
    expect(data.links).to.deep.equal({ self: base, download: `${base}/download` })
    expect(String(body.result?.structuredContent?.meta.howTo)).to.contain('exports:create').and.to.contain('expiresAt')
    for (const path of [new URL(base).pathname, '/v1/exports?limit=1']) {
      const found = (await (await world.api.get(path, token)).json()) as { data: ExportJob | ExportJob[] }
      expect([found.data].flat()[0]?.exportId).to.equal(data.exportId)
    }
  })

  it('returns the same links and instructions as get_export and list_exports', async () => {
    const own = await startMcp({ tools: chosenTools(['exports'], operations) })
    try {
      const token = await own.token(['exports:create'])
      const made = await own.call('create_export', { kind: 'entities' }, token)
      const { data } = ExportResponse.parse(made.body.result?.structuredContent)
      const [one, list] = [
        await own.call('get_export', { exportId: data.exportId, fields: ['*'] }, token),
        await own.call('list_exports', { limit: 1, fields: ['*'] }, token),
      ]
      for (const { body } of [one, list]) {
        const shown = body.result?.structuredContent
        if (!shown) throw new Error(JSON.stringify(body))
        expect([shown.data].flat()[0]?.links).to.deep.equal(data.links)
        expect(shown.meta.howTo).to.equal(made.body.result?.structuredContent?.meta.howTo)
      }
    } finally {
      await forgetExports(own.graph, own.organization.key)
      await own.close()
    }
  })

  it('describes the parameters of each kind, and rejects others', async () => {
    const bearer = await world.token(['exports:create'])
    const [tool] = toolsOf(await world.rpc('tools/list', {}, bearer))
    if (!tool) throw new Error('There is no tool')
    const { parameters } = tool.inputSchema.properties as {
      parameters: { properties?: object; description: string }
    }
    const namesOf = (kind: ExportKind) => Object.keys(parametersOf(kind).shape)
    const names = new Set(ExportKind.options.flatMap(namesOf))
    expect(Object.keys(parameters.properties ?? {})).to.have.members([...names])
    for (const kind of ExportKind.options) {
      const told = new RegExp(`\\b${kind}(?:, \\w+)*: ([\\w, ]+)\\.`).exec(parameters.description)?.[1]?.split(', ')
      expect([...(told ?? []), 'byteOrderMark'], kind).to.deep.equal(namesOf(kind))
    }
    const validate = validatorOf(tool.inputSchema)
    for (const status of ['open', 'stale']) {
      expect(validate({ kind: 'dataset_freshness', parameters: { byteOrderMark: true, status } })).to.equal(true)
    }
    const { body } = await world.call('create_export', { kind: 'bom_yields', parameters: { colour: 'red' } }, bearer)
    const { errors } = JSON.parse(body.result?.content?.[0]?.text ?? '') as Problem
    expect(errors?.map(({ name }) => name)).to.deep.equal(['parameters.colour'])
  })

  it('queues a file of the given format, and names the formats if there is no such', async () => {
    const bearer = await world.token(['exports:create'])
    const [tool] = toolsOf(await world.rpc('tools/list', {}, bearer))
    expect(tool?.inputSchema.properties)
      .to.have.nested.property('format.enum')
      .that.has.members(['csv', 'jsonl', 'parquet'])
    const made = await world.call('create_export', { kind: 'entities', format: 'parquet' }, bearer)
    expect(ExportResponse.parse(made.body.result?.structuredContent).data.format).to.equal('parquet')
    const refused = await world.call('create_export', { kind: 'entities', format: 'xlsx' }, bearer)
    const { errors = [] } = JSON.parse(refused.body.result?.content?.[0]?.text ?? '') as Problem
    expect(errors.map((fault) => [fault.in, fault.name])).to.deep.equal([['argument', 'format']])
    for (const format of ['csv', 'jsonl', 'parquet']) expect(errors[0]?.detail).to.contain(format)
    const marked = { kind: 'entities', format: 'jsonl', parameters: { byteOrderMark: true } }
    const { body } = await world.call('create_export', marked, bearer)
    const problem = JSON.parse(body.result?.content?.[0]?.text ?? '') as Problem
    expect(problem.errors?.map((fault) => [fault.in, fault.name])).to.deep.equal([
      ['argument', 'parameters.byteOrderMark'],
    ])
  })

  it('names a filter that the kind does not have, and requires exports:create', async () => {
    const token = await world.token(['exports:create'])
    const { body } = await world.call('create_export', { kind: 'entities', parameters: { sku: 'x' } }, token)
    const problem = JSON.parse(body.result?.content?.[0]?.text ?? '') as Problem
    expect([body.result?.isError, problem.errors]).to.deep.equal([
      true,
      [
        {
          in: 'argument',
          name: 'parameters.sku',
          detail:
            'is not a parameter. The parameters are type, q, code, lifecycleState, season, materialType, countryCode, certification, fibre, updatedSince, byteOrderMark',
        },
      ],
    ])
    const refused = await world.call('create_export', { kind: 'entities' })
    expect(refused.http.status).to.equal(403)
    expect(refused.http.headers.get('WWW-Authenticate')).to.contain('exports:create')
  })
})
