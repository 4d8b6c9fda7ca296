import { expect } from 'chai'
import { Problem } from '../../schemas/problem.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { type McpWorld, modernHeaders, modernMeta, type RpcBody, startMcp } from '../support/api/mcp.ts'

describe('protocol 2026-07-28', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  const ask = (method: string, params: object = {}, headers = modernHeaders(method), token?: string) =>
    world.rpc(method, { _meta: modernMeta(), ...params }, token, headers)
  const call = (name: string, given: object, token?: string) =>
    ask('tools/call', { name, arguments: given }, modernHeaders('tools/call', name), token)

  /** Checks a JSON-RPC error whose data contains the problem that REST would return. */
  async function assertRpcProblem({ http, body }: { http: Response; body: RpcBody }, status: number, code: number) {
    expect([http.status, http.headers.get('Content-Type')]).to.deep.equal([status, 'application/json'])
    expect([body.jsonrpc, body.error?.code], JSON.stringify(body)).to.deep.equal(['2.0', code])
    const problem = Problem.strict().parse(body.error?.data?.problem)
    expect(problem).to.include({ status, requestId: http.headers.get('X-Request-ID'), detail: body.error?.message })
    expect(http.headers.get('RateLimit-Policy')).to.match(/^"default"/)
    return body.error
  }

  it('supports server/discover, and serves each request without initialization', async () => {
    const { http, body } = await ask('server/discover')
    expect(http.status).to.equal(200)
    expect(body.result).to.deep.include({ supportedVersions: ['2026-07-28'] })
    expect(body.result?.instructions).to.contain('search_entities')
    const list = await ask('tools/list')
    expect(list.body.result).to.include({ cacheScope: 'private', ttlMs: 300_000 })
    expect(list.body.result?.tools).to.have.length(5)
    const { body: found } = await call('search_entities', { q: 'poplin', limit: 2 })
    expect(found.result?.structuredContent?.data).to.have.length(2)
    expect(found.result?._meta).to.have.property('tenant-data-api/requestId')
  })

  it('returns JSON-RPC errors that contain the problem', async () => {
    const version = modernHeaders('tools/list', undefined, '2026-07-29')
    await assertRpcProblem(await ask('tools/list', {}, version), 400, -32020)
    await assertRpcProblem(await ask('tools/list', {}, modernHeaders('tools/call', 'get_entity')), 400, -32020)
    const name = modernHeaders('tools/call', 'get_entity')
    await assertRpcProblem(await ask('tools/call', { name: 'search_entities', arguments: {} }, name), 400, -32020)
    const later = await ask(
      'tools/list',
      { _meta: modernMeta('2099-01-01') },
      modernHeaders('tools/list', undefined, '2099-01-01'),
    )
    const unsupported = await assertRpcProblem(later, 400, -32022)
    expect(unsupported?.data?.supported).to.deep.equal(['2026-07-28'])
    await assertRpcProblem(await ask('tools/list', { _meta: {} }), 400, -32602)
    for (const method of ['resources/list', 'subscriptions/listen', 'no/such']) {
      const error = await assertRpcProblem(await ask(method), 404, -32601)
      expect(JSON.stringify(error)).to.contain('tools/list').and.to.not.contain('openapi')
    }
    const nameless = await ask('tools/call', { arguments: {} })
    expect(nameless.body.error).to.deep.equal({ code: -32602, message: 'params.name is required and must be text.' })
  })

  it('returns JSON-RPC errors for bodies that are not a message', async () => {
    const answered = async (text: string, headers = modernHeaders('tools/list')) => {
      const http = await world.post(text, undefined, headers)
      return { http, body: (await http.clone().json()) as RpcBody }
    }
    await assertRpcProblem(await answered('{'), 400, -32700)
    await assertRpcProblem(await answered('[]'), 400, -32600)
    await assertRpcProblem(await answered('{"id":1}'), 400, -32600)
    const Accept = { ...modernHeaders('tools/list'), Accept: 'text/html' }
    await assertRpcProblem(await answered('{}', Accept), 400, -32600)
  })

  it('reports a wrong token or a missing scope as an HTTP problem, and invalid arguments in the result', async () => {
    await assertProblemCode((await ask('tools/list', {}, undefined, 'wrong')).http, 'invalid_token')
    const graphOnly = await world.token(['graph:read'])
    await assertProblemCode((await call('get_bom_yield_changes', {}, graphOnly)).http, 'insufficient_scope')
    const { http, body } = await call('get_entity', { entityId: 'x' })
    expect([http.status, body.result?.isError]).to.deep.equal([200, true])
    expect(JSON.parse(body.result?.content?.[0]?.text ?? '')).to.include({ code: 'invalid_request' })
  })

  it('returns 202 for notifications', async () => {
    const method = 'notifications/cancelled'
    const message = { jsonrpc: '2.0', method, params: { _meta: modernMeta(), requestId: 1 } }
    const answer = await world.post(message, undefined, modernHeaders(method))
    expect([answer.status, await answer.text()]).to.deep.equal([202, ''])
  })
})
