import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import {
  ApiProblem,
  createClient,
  type ExportResponse,
  List,
  type OperationId,
  type Page,
} from '../../client/src/index.ts'
import { type ClientWorld, type NeededInputs, neededInputs, startClientWorld } from '../support/client/client-world.ts'
import { errorOf } from '../support/client/local-client.ts'

type Call = (input?: object, options?: object) => PromiseLike<unknown> & AsyncIterable<unknown>

describe('the client of the API', () => {
  let world: ClientWorld
  let known: NeededInputs
  before(async () => {
    world = await startClientWorld()
    world.api.services.exports.start()
    known = await neededInputs(world)
  })
  after(() => world.close())

  const callOf = (operationId: string): Call => {
    expect(world.client, operationId).to.have.property(operationId).that.is.a('function')
    return world.client[operationId as OperationId] as Call
  }

  for (const { operationId, output, files } of operations) {
    it(`has ${operationId}, which returns what the contract describes`, async () => {
      const answer = await callOf(operationId)(known[operationId])
      if (files !== undefined) {
        expect(answer).to.be.instanceOf(Response)
        expect((answer as Response).headers.get('Content-Type')).to.match(/^text\/csv;/)
        expect(await (answer as Response).text()).to.match(/^id,/)
        return
      }
      expect(output.parse(answer)).to.deep.equal(answer)
      if (operationId === 'createExport') await world.untilEnded((answer as ExportResponse).data.exportId)
      if (!('links' in Object(answer))) return
      const list = callOf(operationId)(known[operationId])
      expect(list).to.be.instanceOf(List)
      const { data, links } = answer as Page
      expect(links.next).to.equal(null)
      expect(await Array.fromAsync(list)).to.deep.equal(data)
    })
  }

  it('returns the same items of every list with pages of one item and of the default size', async () => {
    let longest = 0
    for (const { operationId, input } of operations) {
      if (!('cursor' in input.shape)) continue
      const call = callOf(operationId)
      const whole = await Array.fromAsync(call(known[operationId]))
      const paged = await Array.fromAsync(call({ ...known[operationId], limit: 1 }))
      expect(paged, operationId).to.deep.equal(whole)
      longest = Math.max(longest, whole.length)
    }
    expect(longest).to.be.above(5)
  })

  it('throws an ApiProblem with the fields of the problem that the service returned', async () => {
    const { client, organization, api } = world
    const invalid = await errorOf(client.searchEntities({ limit: 1001, season: 'SS27', type: 'sku' }))
    expect(invalid).to.be.instanceOf(ApiProblem).and.include({ code: 'invalid_request', status: 400, retryable: false })
    expect((invalid as ApiProblem).errors.map(({ name }) => name)).to.include('limit')
    expect((invalid as ApiProblem).requestId).to.match(/^[0-9a-f-]{36}$/)
    const unknown = errorOf(client.getEntity({ entityId: '00000000-0000-5000-8000-000000000000' }))
    expect(await unknown).to.include({ code: 'entity_not_found', status: 404 })
    const { text: token } = await organization.issue({ scopes: [] })
    const bare = createClient({ baseUrl: api.url, token })
    expect(await errorOf(bare.listBomYields())).to.include({ code: 'insufficient_scope', status: 403 })
    const wrong = createClient({ baseUrl: api.url, token: 'tda_local_nobody' })
    expect(await errorOf(wrong.getToken())).to.include({ code: 'invalid_token', status: 401, retryAfterSeconds: null })
  })

  it('waits and retries when rate limited, and reports the wait when retries are disabled', async () => {
    const { organization, api } = world
    const { text: token } = await organization.issue({ scopes: [], quota: 1 })
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
      world.clock.now += ms
    }
    const client = createClient({ baseUrl: api.url, token, wait })
    await client.getToken()
    expect((await client.getToken()).data.organization.key).to.equal(organization.key)
    expect(waits).to.have.length(1)
    const error = await errorOf(client.getToken({}, { retries: 0 }))
    expect(error).to.include({ code: 'rate_limited', status: 429, retryable: true })
    expect((error as ApiProblem).retryAfterSeconds).to.be.within(1, 60)
  })

  it('creates an export, waits for it, and reads its file', async () => {
    const { client, snapshotIds } = world
    const [fromSnapshotId, , toSnapshotId] = snapshotIds
    const created = await client.createExport({
      kind: 'bom_yield_changes',
      parameters: { fromSnapshotId, toSnapshotId },
    })
    const job = await client.waitForExport(created.data.exportId)
    expect(job).to.include({ kind: 'bom_yield_changes', status: 'completed' })
    const bytes = await Array.fromAsync(await client.readExport(job.exportId))
    const lines = Buffer.concat(bytes).toString().trimEnd().split('\r\n')
    expect(lines).to.have.length(1 + (job.rowCount ?? Number.NaN))
    const changes = await Array.fromAsync(client.listBomYieldChanges({ fromSnapshotId, toSnapshotId }))
    expect(changes).to.have.length(lines.length - 1)
    expect(changes.length).to.be.above(0)
    const [, first] = lines
    expect(first).to.contain(changes[0]?.style)
  })
})
