import { expect } from 'chai'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { bearerOf, type McpWorld, startMcp } from '../support/api/mcp.ts'
import { sendRaw } from '../support/api/raw-http.ts'

const clientInfo = { name: 'test', version: '1' }

describe('POST /mcp', () => {
  let world: McpWorld
  before(async () => {
    world = await startMcp()
  })
  after(() => world.close())

  const initialize = (protocolVersion: string, headers = {}) =>
    world.rpc('initialize', { protocolVersion, capabilities: {}, clientInfo }, undefined, headers)
  const list = (headers: Record<string, string>) => world.rpc('tools/list', {}, undefined, headers)

  it('negotiates a supported protocol version, and offers 2025-11-25 to clients of any other', async () => {
    for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
      const { body, http } = await initialize(version)
      await assertContract(http)
      expect(body.result).to.deep.include({ protocolVersion: version, capabilities: { tools: {} } })
    }
    for (const version of ['2026-07-28', '2024-11-05', '2024-10-07', '1999-01-01']) {
      expect((await initialize(version)).body.result?.protocolVersion, version).to.equal('2025-11-25')
    }
  })

  it('returns one JSON object for every Accept that allows JSON', async () => {
    for (const Accept of ['application/json', 'application/json, text/event-stream', '*/*']) {
      const { http } = await list({ Accept })
      expect([http.status, http.headers.get('Content-Type')], Accept).to.deep.equal([200, 'application/json'])
    }
    const without = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const authorization = `Authorization: Bearer ${await world.token()}\r\nContent-Length: ${body.length}\r\n\r\n`
    const [answer] = await sendRaw(world.api.port, without + authorization + body)
    expect(answer?.status).to.equal(200)
    await assertProblemCode((await list({ Accept: 'text/event-stream' })).http, 'not_acceptable')
  })

  it('returns 405 for other methods, and ignores a session ID', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await fetch(`${world.api.url}/mcp`, { method, headers: bearerOf(await world.token()) })
      expect(answer.headers.get('Allow'), method).to.equal('POST')
      await assertProblemCode(answer, 'method_not_allowed')
    }
    const { http } = await list({ 'Mcp-Session-Id': 'abc' })
    expect([http.status, http.headers.has('Mcp-Session-Id')]).to.deep.equal([200, false])
  })

  it('accepts one message per request, and rejects batches and malformed messages', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const answer = await world.post(message)
      expect([answer.status, await answer.text(), answer.headers.has('Content-Type')]).to.deep.equal([202, '', false])
      expect(answer.headers.get('RateLimit-Policy')).to.match(/^"default"/)
    }
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    for (const body of [[ping, ping], [], { ...ping, id: null }, { id: 1 }, 'null', '7', { ...ping, params: 'x' }]) {
      const problem = await assertProblemCode(await world.post(body), 'invalid_request')
      expect(problem.errors?.[0]?.in, JSON.stringify(body)).to.equal('body')
    }
    for (const text of ['', '{"jsonrpc"', '{'.repeat(1000)]) {
      const problem = await assertProblemCode(await world.post(text), 'malformed_json')
      expect(JSON.stringify(problem)).to.not.match(/\.ts|\/api\/|SyntaxError/)
    }
    const large = JSON.stringify({ ...ping, params: { x: 'y'.repeat(300_000) } })
    await assertProblemCode(await world.post(large), 'payload_too_large')
    const typed = await world.post(ping, undefined, { 'Content-Type': 'text/plain' })
    await assertProblemCode(typed, 'unsupported_media_type')
  })

  it('returns a JSON-RPC error for unknown methods and invalid params', async () => {
    const codeOf = async (method: string, params?: object) => {
      const { http, body } = await world.rpc(method, params)
      await assertContract(http)
      return [http.status, body.error?.code]
    }
    expect(await codeOf('resources/list')).to.deep.equal([200, -32601])
    expect(await codeOf('tools/call', {})).to.deep.equal([200, -32602])
    expect(await codeOf('tools/call', { name: 'get_entity', arguments: 'x' })).to.deep.equal([200, -32602])
    expect(await codeOf('tools/call', { name: 'drop_everything' })).to.deep.equal([200, -32602])
    expect(await codeOf('tools/list', { cursor: 'x' })).to.deep.equal([200, -32602])
    expect(await codeOf('initialize', { protocolVersion: 7 })).to.deep.equal([200, -32602])
    expect((await world.rpc('tools/call', {})).body.error?.message).to.equal(
      'params.name is required and must be text.',
    )
    expect((await world.rpc('ping')).body.result).to.deep.equal({})
  })

  it('rejects an unsupported version in the header MCP-Protocol-Version, and lists the supported ones', async () => {
    const problem = await assertProblemCode(
      (await list({ 'MCP-Protocol-Version': '2024-01-01' })).http,
      'invalid_request',
    )
    const versions = '2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26'
    expect(problem.errors?.[0]?.detail).to.equal(`must be one of ${versions}`)
    const old = await list({ 'MCP-Protocol-Version': '2024-11-05' })
    await assertProblemCode(old.http, 'invalid_request')
    expect((await list({ 'MCP-Protocol-Version': '2025-03-26' })).http.status).to.equal(200)
  })

  it('rejects unknown hosts and origins before it verifies the token', async () => {
    const refusal = async (lines: string) => {
      const request = `POST /mcp HTTP/1.1\r\n${lines}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
      const [answer] = await sendRaw(world.api.port, request)
      if (!answer) throw new Error('no answer')
      return answer
    }
    for (const lines of [
      'Host: evil.test',
      'Host: localhost\r\nOrigin: http://evil.test',
      'Host: localhost\r\nOrigin: null',
    ]) {
      await assertProblemCode(await refusal(lines), 'forbidden_origin')
    }
    for (const lines of ['Host: api.test', 'Host: localhost:99\r\nOrigin: http://127.0.0.1:6274', 'Host: [::1]']) {
      await assertProblemCode(await refusal(lines), 'invalid_token')
    }
  })

  it('accepts hosts and origins that are configured', async () => {
    const variables = { MCP_ALLOWED_HOSTS: 'mcp.brand.test', CORS_ORIGINS: 'https://app.brand.test' }
    const own = await startMcp({ variables })
    try {
      const lines = 'Host: mcp.brand.test\r\nOrigin: https://app.brand.test'
      const [answer] = await sendRaw(own.api.port, `GET /mcp HTTP/1.1\r\n${lines}\r\n\r\n`)
      expect(answer?.status).to.equal(401)
    } finally {
      await own.close()
    }
  })

  it('requires a valid token before it reads the body, and accepts none in the URL', async () => {
    const token = await world.token()
    const expired = await world.organization.issue({ kind: 'mcp', expiresAt: '2026-01-01T00:00:00.000Z' })
    for (const bearer of ['', `${token.slice(0, -1)}!`, expired.text]) {
      for (const body of ['rubbish', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }]) {
        await assertProblemCode(await world.post(body, bearer), 'invalid_token')
      }
    }
    const headers = { 'Content-Type': 'application/json' }
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const target = `${world.api.url}/mcp?access_token=${token}`
    await assertProblemCode(await fetch(target, { method: 'POST', headers, body }), 'invalid_token')
    const both = await fetch(target, { method: 'POST', headers: { ...headers, ...bearerOf(token) }, body })
    const problem = await assertProblemCode(both, 'invalid_request')
    expect(problem.errors).to.deep.equal([
      { in: 'query', name: 'access_token', detail: 'is not a parameter of the query' },
    ])
  })

  it('requires mcp:read, and names every scope that a call needs', async () => {
    const service = await world.organization.issue({ scopes: ['graph:read'] })
    const challengeOf = async (http: Response) => {
      await assertProblemCode(http.clone(), 'insufficient_scope')
      return /scope="([^"]*)"/.exec(http.headers.get('WWW-Authenticate') ?? '')?.[1]
    }
    expect(await challengeOf((await world.rpc('ping', {}, service.text)).http)).to.equal('mcp:read')
    expect(await challengeOf((await world.call('get_entity', {}, service.text)).http)).to.equal('mcp:read graph:read')
    const graphOnly = await world.token(['graph:read'])
    const hidden = await world.call('get_bom_yield_changes', {}, graphOnly)
    expect(await challengeOf(hidden.http)).to.equal('mcp:read bom:read')
  })

  it('returns wrong_region for a token of another region', async () => {
    const own = await startMcp({ variables: { DATA_REGIONS: 'us-east' } })
    try {
      const { text } = await own.organization.issue({ region: 'us-east' })
      await assertProblemCode(await own.post('{}', text), 'wrong_region')
    } finally {
      await own.close()
    }
  })

  it('counts MCP and REST requests against one quota, and returns 429 once it is used up', async () => {
    const frozen = Date.now()
    const own = await startMcp({ now: () => frozen })
    try {
      const { text } = await own.organization.issue({ scopes: ['mcp:read', 'graph:read'], kind: 'mcp', quota: 6 })
      const left: (string | null)[] = []
      const spend = async (answer: Response) => {
        await assertContract(answer.clone())
        left.push(answer.headers.get('RateLimit-Remaining'))
        return answer
      }
      await spend((await own.rpc('tools/list', {}, text)).http)
      await spend(await own.api.get('/v1/entity-types', text))
      await spend(await own.post('[]', text))
      await spend(await own.api.get('/mcp', text))
      await spend(await own.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, text))
      await spend((await own.call('list_entity_types', {}, text)).http)
      const last = await spend(await own.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, text))
      const { detail, recovery } = await assertProblemCode(last, 'rate_limited')
      expect(detail).to.contain(`Wait ${last.headers.get('Retry-After')} second`)
      expect(recovery).to.not.contain('Retry-After')
      expect(left).to.deep.equal(['5', '4', '3', '2', '1', '0', '0'])
    } finally {
      await own.close()
    }
  })

  it('returns errors as JSON-RPC errors and problems in one body to MCP clients, and as problems to other clients', async () => {
    const ping = { jsonrpc: '2.0', id: 'seven', method: 'tools/list' }
    const service = (await world.organization.issue({ scopes: ['graph:read'] })).text
    const rpcOf = async (answer: Response) => ({ ...((await answer.json()) as Record<string, unknown>) })
    const refused = await world.post(ping, service)
    await assertProblemCode(refused.clone(), 'insufficient_scope')
    expect(refused.headers.get('Content-Type')).to.equal('application/json')
    expect(refused.statusText).to.match(/^The credential lacks the scope mcp:read\. Ask an operator/)
    expect(await rpcOf(refused)).to.include({ jsonrpc: '2.0', id: 'seven', code: 'insufficient_scope', status: 403 })
    const early = await world.post(ping, 'wrong')
    await assertProblemCode(early.clone(), 'invalid_token')
    expect(await rpcOf(early)).to.include({ jsonrpc: '2.0', id: null, code: 'invalid_token', status: 401 })
    for (const Accept of ['application/json', '*/*', 'application/problem+json, application/json, text/event-stream']) {
      const answer = await world.post(ping, service, { Accept })
      expect(answer.headers.get('Content-Type'), Accept).to.equal('application/problem+json')
      expect(await rpcOf(answer), Accept).to.not.have.any.keys('jsonrpc', 'id', 'error')
    }
  })

  it('returns 404 with "operator issues tokens" for the addresses of OAuth, with and without a token', async () => {
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/mcp/.well-known/openid-configuration',
      '/register',
      '/authorize',
      '/token',
    ]) {
      for (const headers of [{}, bearerOf(await world.token())]) {
        const method = path === '/register' || path === '/token' ? 'POST' : 'GET'
        const problem = await assertProblemCode(await fetch(world.api.url + path, { method, headers }), 'not_found')
        expect(problem.detail, path).to.contain('operator issues tokens')
      }
    }
    for (const path of ['/registers', '/tokens', '/v1/token', '/well-known/x']) {
      await assertProblemCode(await fetch(world.api.url + path), 'invalid_token')
    }
  })
})
