import { expect } from 'chai'
import { limitRequests } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { mintToken } from '../../domain/credentials/token.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { broken, echo, submit } from '../support/graph/probes.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

const minute = Date.parse('2027-03-14T02:10:00.000Z')

describe('limits', () => {
  let graph: Graph
  let organization: MintedOrganization
  let api: TestApi
  const clock = { nowMs: minute }

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
  })

  after(() => graph.close())

  beforeEach(async () => {
    clock.nowMs = minute
    const variables = { TRUST_PROXY: '1', DATA_REGIONS: 'eu-1' }
    api = await startApi({ operations: [echo, broken, submit], variables, now: () => clock.nowMs })
  })

  afterEach(() => api.close())

  async function spend(token: string, times: number): Promise<void> {
    for (let done = 0; done < times; done += 50) {
      const batch = Array.from({ length: Math.min(50, times - done) }, () => api.get('/v1/echo', token))
      for (const answer of await Promise.all(batch)) await answer.arrayBuffer()
    }
  }

  it('allow 600 requests per minute, and reject the 601st until the minute ends', async () => {
    const { text } = await organization.issue()
    clock.nowMs = minute + 59_999
    await spend(text, 599)
    const last = await api.get('/v1/echo', text)
    expect(last.headers.get('RateLimit')).to.equal('"default";r=0;t=1')
    expect(last.status).to.equal(200)
    const refused = await api.get('/v1/echo', text)
    expect(refused.headers.get('Retry-After')).to.equal('1')
    await assertProblemCode(refused, 'rate_limited')
    clock.nowMs = minute + 60_000
    const first = await api.get('/v1/echo', text)
    expect(first.headers.get('RateLimit')).to.equal('"default";r=599;t=60')
    await assertContract(first)
  })

  it('apply the quota of the credential if it has one', async () => {
    const { text } = await organization.issue({ quota: 2 })
    expect((await api.get('/v1/echo', text)).headers.get('RateLimit-Policy')).to.equal('"default";q=2;w=60')
    await api.get('/v1/echo', text)
    await assertProblemCode(await api.get('/v1/echo', text), 'rate_limited')
  })

  it('apply the quota of the organization to all of its credentials together, and name the one that binds', async () => {
    const limited = await mintOrganization(graph)
    await limitRequests(graph, { key: limited.key, quota: 3 })
    const [first, second] = [(await limited.issue()).text, (await limited.issue()).text]
    await api.get('/v1/echo', first)
    await api.get('/v1/echo', second)
    const last = await api.get('/v1/echo', second)
    expect(last.headers.get('RateLimit-Policy')).to.equal('"default";q=600;w=60, "organization";q=3;w=60')
    expect(last.headers.get('RateLimit')).to.equal('"default";r=598;t=60, "organization";r=0;t=60')
    expect(last.headers.get('RateLimit-Remaining')).to.equal('0')
    await assertContract(last)
    const { detail } = await assertProblemCode(await api.get('/v1/echo', first), 'rate_limited')
    expect(detail).to.contain("The organization's quota of 3 requests per minute is used up.")
    expect((await api.get('/v1/echo', (await organization.issue()).text)).status).to.equal(200)
  })

  it('count every response except 401: 400, 403, 404, 405, 500, and 304', async () => {
    const { text } = await organization.issue()
    const tag = (await api.get('/v1/echo', text)).headers.get('ETag') ?? ''
    const requests: [number, () => Promise<Response>][] = [
      [400, () => api.get('/v1/echo?limit=0', text)],
      [404, () => api.get('/v9', text)],
      [405, () => fetch(`${api.url}/v1/submissions`, { headers: { Authorization: `Bearer ${text}` } })],
      [500, () => api.get('/v1/broken', text)],
      [304, () => api.get('/v1/echo', text, { 'If-None-Match': tag })],
    ]
    for (const [index, [status, send]] of requests.entries()) {
      const answer = await send()
      expect(answer.status).to.equal(status)
      await assertContract(answer)
      expect(answer.headers.get('RateLimit-Remaining')).to.equal(String(600 - 2 - index))
      const refused = await api.get('/v1/echo', `${text}x`)
      expect(refused.status).to.equal(401)
    }
    const narrow = await organization.issue({ scopes: ['bom:read'] })
    const forbidden = await api.get('/v1/echo', narrow.text)
    expect(forbidden.status).to.equal(403)
    expect(forbidden.headers.get('RateLimit-Remaining')).to.equal('599')
  })

  it('count each credential of an organization separately', async () => {
    const [one, two] = [await organization.issue(), await organization.issue()]
    await spend(one.text, 5)
    expect((await api.get('/v1/echo', two.text)).headers.get('RateLimit-Remaining')).to.equal('599')
  })

  describe('the authentication throttle', () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address })

    /** Uses up the 300 failed authentications of an IP address, with malformed tokens that need no look-up. */
    async function fail(address: string): Promise<void> {
      for (let done = 0; done < 300; done += 50) {
        const batch = Array.from({ length: 50 }, () => api.get('/v1/echo', 'nonsense', from(address)))
        for (const answer of await Promise.all(batch)) expect(answer.status).to.equal(401)
      }
    }

    it('still returns 401 for missing and malformed tokens, and looks up ten well-formed ones per second', async () => {
      await fail('192.0.2.1')
      await assertProblemCode(await api.get('/v1/echo', undefined, from('192.0.2.1')), 'invalid_token')
      await assertProblemCode(await api.get('/v1/echo', 'nonsense', from('192.0.2.1')), 'invalid_token')
      for (let lookup = 0; lookup < 10; lookup += 1) {
        await assertProblemCode(await api.get('/v1/echo', mintToken('local').text, from('192.0.2.1')), 'invalid_token')
      }
      const refused = await api.get('/v1/echo', mintToken('local').text, from('192.0.2.1'))
      expect(refused.headers.get('RateLimit')).to.equal('"address";r=0;t=60')
      await assertProblemCode(refused, 'rate_limited')
      clock.nowMs += 1000
      await assertProblemCode(await api.get('/v1/echo', mintToken('local').text, from('192.0.2.1')), 'invalid_token')
    })

    it('does not affect verified tokens or other addresses, and ends with the minute', async () => {
      const [known, fresh] = [await organization.issue(), await organization.issue()]
      expect((await api.get('/v1/echo', known.text, from('192.0.2.1'))).status).to.equal(200)
      await fail('192.0.2.1')
      for (let lookup = 0; lookup < 11; lookup += 1) {
        await (await api.get('/v1/echo', mintToken('local').text, from('192.0.2.1'))).arrayBuffer()
      }
      await assertProblemCode(await api.get('/v1/echo', fresh.text, from('192.0.2.1')), 'rate_limited')
      expect((await api.get('/v1/echo', known.text, from('192.0.2.1'))).status).to.equal(200)
      expect((await api.get('/v1/echo', fresh.text, from('192.0.2.2'))).status).to.equal(200)
      clock.nowMs += 60_000
      expect((await api.get('/v1/echo', mintToken('local').text, from('192.0.2.1'))).status).to.equal(401)
    })

    it('shows the limit of the address if no credential was verified', async () => {
      for (let failure = 0; failure < 3; failure += 1) await api.get('/v1/echo', undefined, from('192.0.2.1'))
      const answer = await api.get('/v1/echo', mintToken('eu-1').text, from('192.0.2.1'))
      expect(answer.status).to.equal(403)
      expect(answer.headers.get('RateLimit')).to.equal('"address";r=297;t=60')
    })

    it('takes the address that the nearest proxy added to X-Forwarded-For, and no earlier one', async () => {
      await api.get('/v1/echo', undefined, from('198.51.100.7, 192.0.2.1'))
      const answer = await api.get('/v1/echo', mintToken('eu-1').text, from('192.0.2.1'))
      expect(answer.headers.get('RateLimit-Remaining')).to.equal('299')
    })
  })

  describe('audit', () => {
    it('records each request, including rejected ones, without secrets', async () => {
      const { text, credential } = await organization.issue({ quota: 5 })
      await api.get('/v1/echo?limit=7&name=tda_local_abcdefghijkl_secret', text)
      await api.get('/v1/echo?limit=0&pin=hunter2', text)
      await api.get('/v9', text)
      await api.get('/v1/broken', text)
      await (await api.get('/v1/echo', mintToken('eu-1').text)).arrayBuffer()
      const records = await api.audited()
      const seen = records.map(({ operation, status, code, rows }) => [operation, status, code, rows])
      expect(seen).to.deep.equal([
        ['echo', 200, null, 1],
        ['echo', 400, 'invalid_request', null],
        [null, 404, 'not_found', null],
        ['broken', 500, 'internal_error', null],
        [null, 403, 'wrong_region', null],
      ])
      const { key } = organization
      for (const record of records.slice(0, 4)) {
        expect(record).to.include({
          organization: key,
          credentialId: credential.id,
          region: 'local',
          interface: 'rest',
        })
        expect(record.durationMs).to.be.above(0)
      }
      expect(records[0]?.parameters).to.include({ limit: 7 })
      expect(records[4]).to.include({ organization: null, credentialId: null })
      expect(JSON.stringify(records)).not.to.include('secret').and.not.to.include('hunter2')
      const answered = api.logLines.map(({ requestId }) => requestId)
      expect(answered).to.include.members(records.map(({ requestId }) => requestId))
    })

    it('counts 401 responses per IP address in one record', async () => {
      for (let failure = 0; failure < 4; failure += 1) {
        await (await api.get('/v1/echo', undefined, { 'X-Forwarded-For': '192.0.2.9' })).arrayBuffer()
      }
      clock.nowMs += 60_000
      const failed = async () => (await api.audited()).filter(({ status }) => status === 401)
      const counted = await until('the count of the minute', async () => {
        const found = await failed()
        return found.length > 0 && found
      })
      expect(counted.map(({ address, count }) => [address, count])).to.deep.equal([['192.0.2.9', 4]])
    })
  })
})
