import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { PositionException } from '../../schemas/materials/exceptions.ts'
import type { ExplainedException, ReadBy } from '../../schemas/materials/explanation.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { applyLog } from '../support/events/apply-log.ts'
import { updateNodes } from '../support/graph/stored-nodes.ts'
import { type ConnectedApi, pathOf, startConnectedApi } from '../support/materials/connected-api.ts'
import { assertExplained } from '../support/materials/explained.ts'
import { events } from '../support/materials/reconcile-scenario.ts'
import { drain } from '../support/materials/reconciled.ts'

const PATH = '/v1/material-position-exceptions'
type Explained = { data: import('zod').z.infer<typeof ExplainedException>; meta: { notices?: object[] } }

describe('one exception over HTTP', () => {
  let world: ConnectedApi
  let token: string
  let open: PositionException[]
  const tokenOf = async (...scopes: Scope[]) => (await world.ours.issue({ scopes, quota: 100_000 })).text
  const explained = (id: string, by = token) => world.read<Explained>(`${PATH}/${id}`, {}, by)

  before(async () => {
    world = await startConnectedApi()
    token = await tokenOf('materials:read', 'graph:read', 'bom:read')
    await applyLog(world.graph, world.ours.key, [...events])
    await drain(world.graph, world.ours.key)
    open = await world.walk<PositionException>(PATH, {}, 1000)
  })
  after(() => world.close())

  it('equals its row in the list, with steps that lead to its values', async () => {
    for (const row of open) {
      const { data, meta } = await explained(row.exceptionId)
      const { explanation, ...exception } = data
      expect(exception).to.deep.equal(row)
      expect(meta).to.deep.equal({})
      assertExplained(exception, explanation)
    }
    expect(new Set(open.map(({ code }) => code)).size).to.be.above(10)
  })

  it('names for each value the operation that returns its record', async () => {
    const asked = new Map<string, { readBy: ReadBy; shown: string }>()
    const unreadable = new Set<string>()
    for (const { exceptionId } of open)
      for (const step of (await explained(exceptionId)).data.explanation)
        for (const { readBy, kind, id, recordId } of step.inputs) {
          if (readBy)
            asked.set(JSON.stringify(readBy) + id, { readBy, shown: kind === 'source_record' ? recordId : id })
          else unreadable.add(kind)
        }
    for (const {
      readBy: { operation: id, parameters },
      shown,
    } of asked.values()) {
      const operation = operations.find(({ operationId }) => operationId === id)
      const inPath = operation?.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(parameters[name] ?? ''),
      )
      const query = Object.entries(parameters).filter(([name]) => !operation?.path.includes(`{${name}}`))
      const response = await world.api.get(pathOf(inPath ?? '', Object.fromEntries(query)), token)
      expect(response.status, `${id} ${JSON.stringify(parameters)}`).to.equal(200)
      expect(await response.text(), id).to.include(shown)
    }
    expect([...new Set([...asked.values()].map(({ readBy }) => readBy.operation))]).to.include.members([
      ...['getMaterialFactoryPosition', 'getEntity', 'listEntityRelationships'],
    ])
    // No operation returns open production, or a dataset that no source declares.
    for (const kind of unreadable) expect(kind).to.be.oneOf(['requirement', 'dataset'])
  })

  it('leaves out the steps for which the token lacks a scope, with a notice', async () => {
    const row = open.find(({ code }) => code === 'STATUS_CONFLICT') ?? open.find(({ code }) => code === 'UOM_MISMATCH')
    if (!row) throw new Error('the scenario has no such exception')
    const whole = (await explained(row.exceptionId)).data.explanation
    const { data, meta } = await explained(row.exceptionId, world.tokens.ours)
    const kinds = data.explanation.flatMap(({ inputs }) => inputs.map(({ kind }) => kind))
    expect(kinds.every((kind) => ['position', 'source_record', 'dataset', 'requirement'].includes(kind))).to.equal(true)
    const left = whole.length - data.explanation.length
    expect(left).to.be.above(0)
    const steps = left === 1 ? '1 step of the explanation is' : `${left} steps of the explanation are`
    const detail = `${steps} left out because the token lacks the scope graph:read.`
    expect(meta).to.deep.equal({ notices: [{ code: 'left_out', scope: 'graph:read', detail }] })
  })

  it('of a dataset that is not fresh is explained at the time of the request', async () => {
    const row = open.find(({ code }) => code === 'UNKNOWN_FRESHNESS' || code === 'STALE_SOURCE')
    if (!row) throw new Error('every dataset is fresh')
    const { data } = await explained(row.exceptionId)
    expect(data.explanation.length).to.be.above(2)
    expect(new Set(data.explanation.flatMap(({ inputs }) => inputs.map(({ id }) => id)))).to.deep.equal(
      new Set(row.datasetIds),
    )
  })

  it('that was stored without steps returns its values as steps', async () => {
    const row = open.find(({ delta }) => delta !== null)
    if (!row) throw new Error('the scenario has no quantity')
    const { exceptionId } = row
    const where = { tenantKey: world.ours.key, exceptionId }
    await updateNodes(world.graph, 'PositionException', where, { explanation: null })
    const { data } = await explained(exceptionId)
    expect(data.explanation.map(({ value }) => value)).to.deep.equal([row.observed, row.expected, row.delta])
  })

  it('of another organization is not found', async () => {
    const [row] = open
    const get = (id: string, by: string) => world.api.get(`${PATH}/${id}`, by)
    await assertProblemCode(await get(row?.exceptionId ?? '', world.tokens.theirs), 'exception_not_found')
    const unknown = '00000000-0000-5000-8000-000000000000'
    await assertProblemCode(await get(unknown, token), 'exception_not_found')
    await assertProblemCode(await get('none', token), 'invalid_request')
    await assertProblemCode(await get(row?.exceptionId ?? '', await tokenOf('graph:read')), 'insufficient_scope')
  })
})
