import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import type { ProblemCode } from '../../schemas/problem.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { sendRaw } from '../support/api/raw-http.ts'
import { style } from '../support/graph/entities.ts'
import { connectTestGraph, fill } from '../support/graph/graph.ts'
import { broken, echo, large, submit } from '../support/graph/probes.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

const missing = '00000000-0000-4000-8000-000000000000'

describe('the API', () => {
  let graph: Graph
  let api: TestApi
  let organization: MintedOrganization
  let token: string

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    token = (await organization.issue({ quota: 10_000 })).text
    api = await startApi({ operations: [...operations, echo, submit, broken, large] })
  })

  after(async () => {
    await api.close()
    await graph.close()
  })

  function request(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(api.url + path, { method, ...init, headers: { Authorization: `Bearer ${token}`, ...init.headers } })
  }

  const post = (body: string | Buffer<ArrayBuffer>, type = 'application/json', headers = {}) =>
    request('POST', '/v1/submissions', { body, headers: { 'Content-Type': type, ...headers } })

  describe('returns', () => {
    const table: [ProblemCode, string, () => Promise<Response>][] = [
      ['invalid_request', 'a wrong parameter', () => request('GET', '/v1/entities?limit=0')],
      ['invalid_request', 'an unknown parameter', () => request('GET', '/v1/entities?colour=red')],
      ['invalid_request', 'a path that is not UTF-8', () => request('GET', '/v1/entities/%ff')],
      ['invalid_request', 'an unknown path that is not UTF-8', () => request('GET', '/v2/%c3')],
      ['invalid_request', 'an id that is none', () => request('GET', '/v1/entities/nothing')],
      ['invalid_request', 'a body of another shape', () => post('{"name":7}')],
      ['invalid_request', 'a body that is no object', () => post('["name"]')],
      ['invalid_cursor', 'a forged cursor', () => request('GET', '/v1/entities?cursor=AAAA')],
      [
        'not_acceptable',
        'an Accept without JSON',
        () => request('GET', '/v1/entities', { headers: { Accept: 'text/csv' } }),
      ],
      [
        'not_acceptable',
        'JSON refused',
        () => request('GET', '/v1/echo', { headers: { Accept: 'application/json;q=0' } }),
      ],
      ['payload_too_large', 'a body of 256 KiB and a byte', () => post(`"${'x'.repeat(256 * 1024 - 1)}"`)],
      ['unsupported_media_type', 'a form', () => post('name=x', 'application/x-www-form-urlencoded')],
      ['unsupported_media_type', 'JSON in Latin-1', () => post('{}', 'application/json; charset=iso-8859-1')],
      ['unsupported_media_type', 'a packed body', () => post('{}', 'application/json', { 'Content-Encoding': 'gzip' })],
      ['unsupported_media_type', 'no body', () => request('POST', '/v1/submissions')],
      ['malformed_json', 'half an object', () => post('{"name":')],
      ['malformed_json', 'an empty body', () => post('')],
      ['malformed_json', 'a body that is not UTF-8', () => post(Buffer.from('{"name":"\xff"}', 'latin1'))],
      ['invalid_token', 'no token', () => fetch(`${api.url}/v1/entities`)],
      ['invalid_token', 'no token at an unknown path', () => fetch(`${api.url}/v9/nothing`)],
      ['not_found', 'an unknown path', () => request('GET', '/v9/nothing')],
      ['not_found', 'a path in another case', () => request('GET', '/V1/entities')],
      ['not_found', 'a path with a slash more', () => request('GET', '/v1/entities/')],
      ['not_found', 'an unknown path, whatever the method', () => request('DELETE', '/v9/nothing')],
      ['entity_not_found', 'an unknown id', () => request('GET', `/v1/entities/${missing}`)],
      ['method_not_allowed', 'DELETE', () => request('DELETE', '/v1/entities')],
      ['method_not_allowed', 'OPTIONS', () => request('OPTIONS', '/v1/entities')],
      ['method_not_allowed', 'GET where only POST is', () => request('GET', '/v1/submissions')],
      ['internal_error', 'an operation that fails', () => request('GET', '/v1/broken')],
    ]
    for (const [code, condition, send] of table) {
      it(`${code}: ${condition}`, async () => {
        const problem = await assertProblemCode(await send(), code)
        expect(problem.type).to.equal(`http://api.test/docs/problems/${code}`)
        if (problem.status === 400) expect(problem.errors, 'invalid inputs').to.have.property('length').above(0)
      })
    }
  })

  it('writes the cause of an internal error to the log, and does not return it', async () => {
    const { requestId } = await assertProblemCode(await request('GET', '/v1/broken'), 'internal_error')
    const [line] = api.logLines.filter((each) => each.requestId === requestId && each.level === 50)
    expect(JSON.stringify(line)).to.include('secret-path')
  })

  it('reports in one response the parameters that cannot be parsed and those whose value is not allowed', async () => {
    const path = '/v1/echo?limit=1e2&flag=maybe&tag=green&name=a&name=b&colour=red&cursor=%ff'
    const { errors } = await assertProblemCode(await request('GET', path), 'invalid_request')
    expect(errors?.map((fault) => `${fault.in} ${fault.name}`).sort()).to.deep.equal(
      ['colour', 'cursor', 'flag', 'limit', 'name', 'tag'].map((name) => `query ${name}`),
    )
    expect(errors?.find(({ name }) => name === 'limit')?.detail).to.equal('must be an integer from 1 to 1000')
  })

  it('describes errors in whole sentences, and never in the wording of the validation library', async () => {
    const detailOf = async (answer: Promise<Response>) =>
      (await assertProblemCode(await answer, 'invalid_request')).detail
    expect(await detailOf(request('GET', '/v1/entities?=x'))).to.equal('The query has a value without a name.')
    expect(await detailOf(request('GET', '/v1/entities?limit=0&typ=style'))).to.equal(
      'limit must be an integer from 1 to 1000. ' +
        'typ is not a parameter; did you mean type? The parameters are cursor, limit, type, q, code, lifecycleState, season, ' +
        'materialType, countryCode, certification, fibre, updatedSince, count.',
    )
    expect(await detailOf(post('["name"]'))).to.equal('The body must be a JSON object.')
    expect(await detailOf(post('{}'))).to.match(/^name is required and must be text/)
    expect(await detailOf(post('{"name":7}'))).to.match(/^name must be text/)
  })

  it('names the parameter cursor if the cursor does not belong to the list', async () => {
    const problem = await assertProblemCode(await request('GET', '/v1/entities?cursor=AAAA'), 'invalid_cursor')
    expect(problem.errors?.map((fault) => `${fault.in} ${fault.name}`)).to.deep.equal(['query cursor'])
    expect(problem.detail).to.equal(`The cursor ${problem.errors?.[0]?.detail}.`)
  })

  it('rejects a limit that is not an integer from 1 to 1000 in plain digits, and defaults to 100', async () => {
    for (const limit of ['0', '1001', '1e2', '%205%20', '0x10', '-1', '']) {
      const problem = await assertProblemCode(await request('GET', `/v1/entities?limit=${limit}`), 'invalid_request')
      expect(
        problem.errors?.map(({ name }) => name),
        limit,
      ).to.deep.equal(['limit'])
    }
    await assertProblemCode(await request('GET', '/v1/entities?limit=5&limit=5'), 'invalid_request')
    expect((await request('GET', '/v1/entities?limit=1000')).status).to.equal(200)
    expect(await (await request('GET', '/v1/echo')).text()).to.include('\\"limit\\":100')
  })

  it("returns the same bytes for another organization's entity ID as for an unknown one", async () => {
    const other = await mintOrganization(graph)
    const foreign = style(other.key, 'ST-1')
    await fill(graph, other.key, { entities: [foreign] })
    const owner = (await other.issue()).text
    expect((await api.get(`/v1/entities/${foreign.id}`, owner)).status).to.equal(200)
    const bodies = await Promise.all(
      [missing, foreign.id].map(async (id) => {
        const problem = await assertProblemCode(await request('GET', `/v1/entities/${id}`), 'entity_not_found')
        return JSON.stringify({ ...problem, requestId: '', correlationId: '' })
      }),
    )
    expect(bodies[0]).to.equal(bodies[1])
  })

  it('lists the methods of a path in Allow', async () => {
    expect((await request('PUT', '/v1/entities')).headers.get('Allow')).to.equal('GET, HEAD')
    expect((await request('PUT', '/v1/submissions')).headers.get('Allow')).to.equal('POST')
    const head = await request('HEAD', '/v1/submissions')
    expect(head.status).to.equal(405)
    expect(head.headers.get('Allow')).to.equal('POST')
  })

  it('accepts every Content-Type and Accept that allow JSON, and a body of exactly 256 KiB', async () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await post('{"name":"x"}', type)).status, type).to.equal(200)
    }
    for (const Accept of [
      '*/*',
      'application/*',
      'text/html, application/json;q=0.1',
      'application/json; charset=utf-8',
    ]) {
      expect((await request('GET', '/v1/echo', { headers: { Accept } })).status, Accept).to.equal(200)
    }
    const text = `{"name":"${'x'.repeat(256 * 1024 - 11)}"}`
    expect((await post(text)).status).to.equal(200)
  })

  it('returns payload_too_large while the client is still sending the body', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 64; part += 1) controller.enqueue(new Uint8Array(64 * 1024))
        controller.close()
      },
    })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await request('POST', '/v1/submissions', { body, duplex: 'half', headers })
    await assertProblemCode(answer, 'payload_too_large')
  })

  describe('for requests that Node itself rejects', () => {
    const raw = async (text: string) => {
      const [answer] = await sendRaw(api.port, text)
      if (!answer) throw new Error('there was no answer')
      return answer
    }
    const authorization = () => `Authorization: Bearer ${token}\r\n`

    it('returns headers_too_large for headers of more than 128 KiB', async () => {
      const answer = await raw(`GET /v1/echo?name=${'x'.repeat(140_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
      const { errors } = await assertProblemCode(answer, 'headers_too_large')
      expect(errors?.map((fault) => `${fault.in} ${fault.detail}`)).to.deep.equal([
        'header The URL and the headers together are larger than 128 KiB.',
      ])
    })

    it('accepts filters of the maximum length in any script', async () => {
      const name = encodeURIComponent('🧵'.repeat(250))
      const cursor = encodeURIComponent('🧵'.repeat(1024))
      const answer = await request('GET', `/v1/echo?name=${name}&cursor=${cursor}&flag=true`)
      expect((await assertContract(answer)) as object).to.have.property('data')
    })

    it('returns invalid_request for bytes that are not HTTP', async () => {
      for (const text of [
        'nonsense\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'GET /v1/echo HTTP/1.1\r\nHost: a\r\nBad header\r\n\r\n',
      ]) {
        await assertProblemCode(await raw(text), 'invalid_request')
      }
    })

    it('returns invalid_request for a request without Host, and for CONNECT', async () => {
      await assertProblemCode(await raw(`GET /v1/echo HTTP/1.1\r\n${authorization()}\r\n`), 'invalid_request')
      await assertProblemCode(await raw('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'), 'invalid_request')
    })

    it('returns invalid_request for a body with malformed chunks', async () => {
      const head = `POST /v1/submissions HTTP/1.1\r\nHost: a\r\n${authorization()}Content-Type: application/json\r\n`
      await assertProblemCode(await raw(`${head}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`), 'invalid_request')
    })

    it('returns invalid_request within 5 s to a client that does not send the announced body', async () => {
      const punctual = await startApi({ operations: [submit], isPunctual: true })
      const head = `POST /v1/submissions HTTP/1.1\r\nHost: a\r\n${authorization()}Content-Type: application/json\r\n`
      const tookMs = stopwatch()
      const [answer] = await sendRaw(punctual.port, `${head}Content-Length: 10\r\n\r\n{`)
      const { requestId } = await assertProblemCode(answer ?? new Response(), 'invalid_request')
      expect(tookMs()).to.be.below(5000)
      await until('its log line', () => punctual.logLines.some((line) => line.requestId === requestId))
      const records = (await punctual.audited()).filter((record) => record.requestId === requestId)
      expect(records.map(({ status }) => status)).to.deep.equal([400])
      await punctual.close()
    })

    it('keeps the order of responses to pipelined requests', async () => {
      const one = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${authorization()}\r\n`
      const answers = await sendRaw(api.port, one('/v1/large') + one('/v9') + one('/v1/echo'), 3)
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 404, 200])
      for (const answer of answers) await assertContract(answer)
    })
  })
})
