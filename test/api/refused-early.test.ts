import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Problem } from '../../schemas/problem.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { bearerOf, type McpWorld, modernHeaders, modernMeta, startMcp } from '../support/api/mcp.ts'
import { type RawAnswer, sendRaw } from '../support/api/raw-http.ts'
import { echo, submit } from '../support/graph/probes.ts'

/** A list with the given number of levels. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('rejected before it is processed:', () => {
  let world: McpWorld
  let token: string

  before(async () => {
    world = await startMcp({ operations: [...operations, echo, submit] })
    token = (await world.organization.issue({ scopes: ['graph:read', 'exports:create'], quota: 10_000 })).text
  })

  after(() => world.close())

  const post = (body: string, path = '/v1/submissions') =>
    fetch(world.api.url + path, {
      method: 'POST',
      body,
      headers: { ...bearerOf(token), 'Content-Type': 'application/json' },
    })
  const raw = async (text: string): Promise<RawAnswer> => {
    const [answer] = await sendRaw(world.api.port, text)
    if (!answer) throw new Error('there was no answer')
    return answer
  }
  const problemOfResult = async (answer: Response): Promise<Problem> => {
    expect(answer.status).to.equal(200)
    const { result } = (await answer.json()) as { result: { isError: boolean; content: { text: string }[] } }
    expect(result.isError).to.equal(true)
    return JSON.parse(result.content[0]?.text ?? '')
  }

  describe('JSON that is nested', () => {
    it('65 to 100,000 levels deep is malformed_json in a body, and 64 levels deep is validated', async () => {
      for (const levels of [65, 5000, 100_000]) {
        const { errors } = await assertProblemCode(await post(nested(levels)), 'malformed_json')
        expect(errors?.map(({ detail }) => detail)).to.deep.equal(['is nested more than 64 levels deep'])
      }
      await assertProblemCode(await post(nested(64)), 'invalid_request')
      await assertProblemCode(await post(`{"nested":${nested(63)}}`), 'invalid_request')
    })

    it('more than 64 levels deep is a parse error in MCP messages of both protocol generations', async () => {
      const message = (method: string, params: string) =>
        `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
      for (const deep of [nested(65), nested(5000)]) {
        const legacy = message('tools/call', `{"name":"search_entities","arguments":{"q":${deep}}}`)
        await assertProblemCode(await world.post(legacy, undefined, { Accept: 'application/json' }), 'malformed_json')
        const meta = JSON.stringify(modernMeta())
        const modern = message('tools/call', `{"name":"search_entities","arguments":{"q":${deep}},"_meta":${meta}}`)
        const answer = await world.post(modern, undefined, modernHeaders('tools/call', 'search_entities'))
        expect(answer.status).to.equal(400)
        expect(((await answer.json()) as { error: { code: number } }).error.code).to.equal(-32700)
      }
    })
  })

  describe('names that every JavaScript object inherits', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString']

    it('are unknown parameters of a query, a body and the parameters of an export', async () => {
      for (const name of names) {
        const query = await world.api.get(`/v1/entities?${name}=x`, token)
        const body = await post(`{"name":"x","${name}":{"entityId":1}}`)
        const inside = await post(`{"kind":"entities","parameters":{"${name}":{"type":"style"}}}`, '/v1/exports')
        const named = [query, body, inside].map(async (answer) => {
          const { errors } = await assertProblemCode(answer, 'invalid_request')
          return errors?.map((fault) => `${fault.in} ${fault.name}`)
        })
        expect(await Promise.all(named), name).to.deep.equal([
          [`query ${name}`],
          [`body ${name}`],
          [`body parameters.${name}`],
        ])
      }
    })

    it('are unknown arguments of tools, at any depth', async () => {
      const exporting = await world.token(['exports:create', 'graph:read'])
      for (const name of names) {
        const call = (tool: string, given: string) =>
          world.post(
            `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${given}}}`,
            exporting,
          )
        const first = await problemOfResult(await call('search_entities', `{"${name}":{"q":"linen"}}`))
        expect(first.errors?.map((fault) => `${fault.in} ${fault.name}`)).to.deep.equal([`argument ${name}`])
        const given = `{"kind":"entities","parameters":{"${name}":{"type":"style"}}}`
        const second = await problemOfResult(await call('create_export', given))
        expect(second.errors?.map((fault) => fault.name)).to.deep.equal([`parameters.${name}`])
      }
    })

    it('are invalid params in an MCP message where text is expected', async () => {
      const odd = { toString: 1, valueOf: 2 }
      const called = await world.rpc('tools/call', { name: odd })
      expect([called.http.status, called.body.error?.code]).to.deep.equal([200, -32602])
      const begun = await world.rpc('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: odd, version: odd },
      })
      expect([begun.http.status, begun.body.error?.code]).to.deep.equal([200, -32602])
      const listed = await world.rpc('tools/list', {
        _meta: { ...modernMeta(), 'io.modelcontextprotocol/clientInfo': { name: odd } },
      })
      expect(listed.http.status).to.be.below(500)
      expect((await world.post({ jsonrpc: '2.0', id: odd, method: odd })).status).to.equal(400)
    })
  })

  describe('headers', () => {
    it('that must not be repeated are an invalid_request that names them', async () => {
      for (const [name, value] of [
        ['Host', 'other.test'],
        ['Authorization', `Bearer ${token}`],
      ]) {
        const text = `GET /v1/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${name}: ${value}\r\n\r\n`
        const { errors } = await assertProblemCode(await raw(text), 'invalid_request')
        expect(errors).to.deep.equal([{ in: 'header', name, detail: 'must not be repeated' }])
      }
    })

    it('of more than 8 KiB are headers_too_large, as one header or as repeated ones together', async () => {
      const long = await raw(`GET /v1/echo HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(8193)}\r\n\r\n`)
      const { errors } = await assertProblemCode(long, 'headers_too_large')
      expect(errors).to.deep.equal([{ in: 'header', name: 'X-Long', detail: 'is larger than 8 KiB' }])
      const many = await raw(`GET /v1/echo HTTP/1.1\r\nHost: a\r\n${`Accept: ${'a'.repeat(1000)}\r\n`.repeat(9)}\r\n`)
      await assertProblemCode(many, 'headers_too_large')
      const just = await raw(
        `GET /v1/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nX-Long: ${'x'.repeat(8192)}\r\n\r\n`,
      )
      expect(just.status).to.equal(200)
    })

    const head = (authorization: string, expectation: string) =>
      `POST /v1/submissions HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\nContent-Length: 12\r\n` +
      `Expect: ${expectation}\r\n\r\n`

    it('with Expect: 100-continue get 100 only after the token was verified', async () => {
      const authorization = `Authorization: Bearer ${token}\r\n`
      const stranger = await sendRaw(world.api.port, head('', '100-continue'))
      expect(stranger.map(({ status }) => status)).to.deep.equal([401])
      expect(stranger[0]?.headers.get('Connection')).to.equal('close')
      const known = await sendRaw(world.api.port, `${head(authorization, '100-Continue')}{"name":"x"}`, 2)
      expect(known.map(({ status }) => status)).to.deep.equal([100, 200])
      const large = head(authorization, '100-continue').replace('Content-Length: 12', 'Content-Length: 999999')
      const [refused] = await sendRaw(world.api.port, large)
      await assertProblemCode(refused ?? new Response(), 'payload_too_large')
    })

    it('with another value of Expect are rejected, whether the body is sent or not', async () => {
      for (const expectation of ['wonders', '100-continue, wonders', '']) {
        const answer = await raw(head(`Authorization: Bearer ${token}\r\n`, expectation))
        const { errors } = await assertProblemCode(answer, 'invalid_request')
        expect(errors).to.deep.equal([{ in: 'header', name: 'Expect', detail: 'must be 100-continue' }])
      }
    })
  })

  describe('errors of one request beyond the first 100', () => {
    const many = (each: (at: number) => string, count = 3000) => Array.from({ length: count }, (_, at) => each(at))

    it('are left out, in whichever part of the request they are', async () => {
      const body = (members: string[]) => post(`{${members.join(',')}}`)
      const answers = {
        'names that are not UTF-8': await world.api.get(`/v1/token?${many((at) => `%ff${at}`).join('&')}`, token),
        'values that are not UTF-8': await world.api.get(`/v1/token?${many((at) => `a${at}=%ff`).join('&')}`, token),
        'unknown names': await world.api.get(`/v1/token?${many((at) => `n${at}`).join('&')}`, token),
        'names that MCP does not take': await fetch(`${world.api.url}/mcp?${many((at) => `${at}`).join('&')}`, {
          method: 'POST',
          body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
          headers: { ...bearerOf(await world.token()), 'Content-Type': 'application/json' },
        }),
        'members that are no text': await body(many((at) => `"a${at}":"\\ud800"`)),
        'unknown members': await body(many((at) => `"a${at}":0`)),
        'items of a list': await body([`"nested":[${many(() => '0').join(',')}]`]),
        'members of items': await body([`"nested":[${many((at) => `{"a${at}":0}`).join(',')}]`]),
        'parameters of the query of a POST': await post('{}', `/v1/submissions?${many((at) => `n${at}`).join('&')}`),
      }
      for (const [place, answer] of Object.entries(answers)) {
        const { errors, detail } = await assertProblemCode(answer, 'invalid_request')
        expect(errors, place).to.have.length(100)
        expect(detail.length, place).to.be.below(1100)
      }
    })

    it('are left out for the arguments of tools', async () => {
      const given = Object.fromEntries(many((at) => `a${at}`).map((name) => [name, '\ud800']))
      const { body } = await world.call('search_entities', given)
      const problem: Problem = JSON.parse(body.result?.content?.[0]?.text ?? '')
      expect(problem.code).to.equal('invalid_request')
      expect(problem.errors).to.have.length.within(1, 100)
    })

    it('are left out, and those that are listed have names of at most 200 characters', async () => {
      const answer = await post(`{"${'n'.repeat(100_000)}":[${many(() => '"\\ud800"', 200).join(',')}]}`)
      const { errors } = await assertProblemCode(answer, 'invalid_request')
      expect(Math.max(...(errors ?? []).map(({ name }) => name.length))).to.equal(200)
    })
  })
})
