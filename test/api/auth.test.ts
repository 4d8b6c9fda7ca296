import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { revokeCredential, suspendOrganization } from '../../cypher/system/credentials.ts'
import { mintToken } from '../../domain/credentials/token.ts'
import { TokenResponse } from '../../schemas/credentials.ts'
import type { Problem } from '../../schemas/problem.ts'
import { Scope } from '../../schemas/scopes.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { echo, submit, whoami } from '../support/graph/probes.ts'
import { readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'

const past = '2020-01-01T00:00:00.000Z'

describe('authentication', () => {
  let graph: Graph
  let api: TestApi
  let organization: MintedOrganization
  let nowMs: number | null = null

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    const variables = { DATA_REGIONS: 'eu-1' }
    const now = () => nowMs ?? Date.now()
    api = await startApi({ operations: [...operations, echo, submit, whoami], variables, now })
  })

  after(async () => {
    await api.close()
    await graph.close()
  })

  afterEach(() => {
    nowMs = null
  })

  it('reads the data of the organization that the credential belongs to', async () => {
    const { text } = await organization.issue()
    const body = await assertContract(await api.get('/v1/whoami/here', text))
    expect(body).to.deep.include({ data: [{ text: organization.key }, { text: 'here' }] })
  })

  it('accepts the scheme Bearer in any case, and rejects every other scheme', async () => {
    const { text } = await organization.issue()
    const get = (Authorization: string) => api.get('/v1/echo', undefined, { Authorization })
    expect((await get(`bearer ${text}`)).status).to.equal(200)
    expect((await get(`BEARER  ${text} `)).status).to.equal(200)
    for (const header of [`Basic ${text}`, text, `Token ${text}`, 'Bearer', `Bearer ${text} ${text}`]) {
      const answer = await get(header)
      expect(answer.headers.get('WWW-Authenticate')).to.equal('Bearer realm="tenant-data-api"')
      await assertProblemCode(answer, 'invalid_token')
    }
  })

  it('returns the same 401 for every kind of bad token, and names an error only if a token was sent', async () => {
    const [expired, revoked, good] = [
      await organization.issue({ expiresAt: past }),
      await organization.issue(),
      await organization.issue(),
    ]
    await graph.write((run) => run(revokeCredential, null, { id: revoked.credential.id, now: past }))
    const suspended = await mintOrganization(graph)
    const ofSuspended = await suspended.issue()
    await graph.write((run) => run(suspendOrganization, null, { key: suspended.key, suspendedAt: past }))
    const mistyped = good.text.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const texts = [
      expired.text,
      revoked.text,
      ofSuspended.text,
      mistyped,
      mintToken('local').text,
      mintToken('mars').text,
    ]
    const bodies = new Set<string>()
    for (const text of [undefined, 'x', ...texts]) {
      const answer = await api.get('/v1/entities', text)
      expect(answer.status).to.equal(401)
      const challenge = text
        ? 'Bearer realm="tenant-data-api", error="invalid_token"'
        : 'Bearer realm="tenant-data-api"'
      expect(answer.headers.get('WWW-Authenticate')).to.equal(challenge)
      const {
        requestId: _requestId,
        correlationId: _correlationId,
        ...body
      } = await assertProblemCode(answer, 'invalid_token')
      bodies.add(JSON.stringify(body))
    }
    expect(bodies.size).to.equal(1)
    const { recovery } = JSON.parse([...bodies][0] ?? '{}')
    expect(recovery).to.match(/^Replace or rotate the token, and send the same request again\./)
    expect(recovery, 'what helps a suspended organization').to.include('whether the organization is active')
  })

  it('returns 401 after the same delay for an unknown ID, a wrong secret, an expired token, and a revoked token', async () => {
    const [expired, revoked] = [await organization.issue({ expiresAt: past }), await organization.issue()]
    await graph.write((run) => run(revokeCredential, null, { id: revoked.credential.id, now: past }))
    const other = await organization.issue()
    const texts = [expired.text, revoked.text, forge(other.credential.id), mintToken('local').text]
    for (const text of texts) {
      const before = performance.now()
      const answer = await api.get('/v1/echo', text)
      expect(answer.status).to.equal(401)
      // How long the look-up takes depends on what it finds. Every 401 is delayed until 25 ms after the request, so
      // that its duration does not reveal whether the ID exists.
      expect(performance.now() - before).to.be.at.least(24)
    }
  })

  it('accepts the old and the new token of a rotation until the old one expires', async () => {
    const endsAtMs = Date.now() + 3_600_000
    const old = (await organization.issue({ expiresAt: new Date(endsAtMs).toISOString() })).text
    const fresh = (await organization.issue()).text
    const statuses = async () => [(await api.get('/v1/echo', old)).status, (await api.get('/v1/echo', fresh)).status]
    expect(await statuses()).to.deep.equal([200, 200])
    nowMs = endsAtMs - 1
    expect(await statuses()).to.deep.equal([200, 200])
    nowMs = endsAtMs
    expect(await statuses()).to.deep.equal([401, 200])
  })

  it('rejects a revoked token within 5 s', async () => {
    const { text, credential } = await organization.issue()
    expect((await api.get('/v1/echo', text)).status).to.equal(200)
    await graph.write((run) => run(revokeCredential, null, { id: credential.id, now: new Date().toISOString() }))
    const sinceRevokedMs = stopwatch()
    await until('the revocation', async () => {
      const askedAtMs = sinceRevokedMs()
      const { status } = await api.get('/v1/echo', text)
      if (status === 200) expect(askedAtMs, 'asked and served').to.be.below(5000)
      return status === 401
    })
  })

  it('requires exactly one scope for each operation, and names it if the token lacks it', async () => {
    for (const scope of Scope.options) {
      const { text } = await organization.issue({ scopes: [scope] })
      for (const operation of operations) {
        const path = operation.path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
        const isPost = operation.method === 'POST'
        const headers = { Authorization: `Bearer ${text}`, 'Content-Type': 'application/json' }
        const answer = await (isPost
          ? fetch(api.url + path, { method: 'POST', headers, body: '{}' })
          : api.get(path, text))
        if (operation.scope === null || scope === operation.scope) {
          expect([401, 403], `${operation.operationId} with ${scope}`).not.to.include(answer.status)
          continue
        }
        const problem = await assertProblemCode(answer, 'insufficient_scope')
        expect(problem.detail).to.include(operation.scope)
        const challenge = `Bearer realm="tenant-data-api", error="insufficient_scope", scope="${operation.scope}"`
        const description = `The credential lacks the scope ${operation.scope}.`
        expect(answer.headers.get('WWW-Authenticate')).to.equal(`${challenge}, error_description="${description}"`)
      }
    }
  })

  it('ignores a scope of a token that only a later version knows, and applies the other scopes', async () => {
    const later = await organization.issue({ scopes: ['graph:read', 'warehouse:read' as Scope] })
    const described = TokenResponse.parse(await (await api.get('/v1/token', later.text)).json())
    expect(described.data.credential.scopes).to.deep.equal(['graph:read'])
    expect((await api.get('/v1/entity-types', later.text)).status).to.equal(200)
    await assertProblemCode(await api.get('/v1/bom/snapshots', later.text), 'insufficient_scope')
  })

  it('checks the scope before the parameters, and before it looks for the entity', async () => {
    const { text } = await organization.issue({ scopes: ['bom:read'] })
    for (const path of ['/v1/entities?limit=0', '/v1/entities/nothing', '/v1/entities?tenant=other']) {
      await assertProblemCode(await api.get(path, text), 'insufficient_scope')
    }
  })

  it('checks Accept, body, scope, and input in this order, which the introduction of the reference also states', async () => {
    const { text } = await organization.issue({ scopes: ['bom:read'] })
    const post = async (body: string, headers: Record<string, string>, token = text) => {
      const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers }
      const answer = await fetch(`${api.url}/v1/exports`, { method: 'POST', body, headers: all })
      return ((await assertContract(answer)) as Problem).code
    }
    const odd = { Accept: 'image/png', 'Content-Type': 'text/plain' }
    expect(await post('{', odd)).to.equal('not_acceptable')
    expect(await post('{', { 'Content-Type': 'text/plain' })).to.equal('unsupported_media_type')
    expect(await post('{', {})).to.equal('malformed_json')
    expect(await post('{"kind":"nothing"}', {})).to.equal('insufficient_scope')
    const may = await organization.issue({ scopes: ['exports:create'] })
    expect(await post('{"kind":"nothing"}', {}, may.text)).to.equal('invalid_request')
    const order = /path, method, `Accept`, body \(its media type, size and JSON\), scope, input, object/
    expect(readFileSync('docs/reference/introduction.md', 'utf8')).to.match(order)
  })

  it('rejects a token of another region before any data is read', async () => {
    const answer = await api.get('/v1/entities', mintToken('eu-1').text)
    expect(answer.headers.get('RateLimit-Policy')).to.equal('"address";q=300;w=60')
    const problem = await assertProblemCode(answer, 'wrong_region')
    expect(problem.detail).to.include('eu-1').and.to.include('local')
  })

  it('lets no parameter, header or field choose an organization', async () => {
    const other = await mintOrganization(graph)
    const { text } = await organization.issue()
    for (const name of ['organization', 'organizationId', 'org', 'tenant', 'tenantKey', 'tenantId', '__proto__']) {
      const problem = await assertProblemCode(
        await api.get(`/v1/entities?${name}=${other.key}`, text),
        'invalid_request',
      )
      expect(problem.errors?.map((fault) => [fault.in, fault.name])).to.deep.equal([['query', name]])
      const body = JSON.stringify({ name: 'x' }).replace('}', `,"${name}":"${other.key}"}`)
      const headers = { Authorization: `Bearer ${text}`, 'Content-Type': 'application/json' }
      const posted = await fetch(`${api.url}/v1/submissions`, { method: 'POST', body, headers })
      const refused = await assertProblemCode(posted, 'invalid_request')
      expect(refused.errors?.map((fault) => [fault.in, fault.name])).to.deep.equal([['body', name]])
    }
    for (const name of ['X-Organization', 'X-Tenant', 'X-Tenant-ID', 'X-Organization-Id']) {
      const body = await assertContract(await api.get('/v1/whoami/here', text, { [name]: other.key }))
      expect(body).to.deep.include({ data: [{ text: organization.key }, { text: 'here' }] })
    }
  })

  it('stores when a credential was last used, and never replaces that by an earlier time', async () => {
    const { text, credential } = await organization.issue()
    const before = Date.now()
    await api.get('/v1/echo', text)
    await api.services.lastUsed.flush()
    const first = await lastUsedOf(graph, credential.id)
    expect(Date.parse(first ?? '')).to.be.within(before, Date.now())
    await updateNodes(graph, 'Credential', { id: credential.id }, { lastUsedAt: '2999-01-01T00:00:00.000Z' })
    await api.get('/v1/echo', text)
    await api.services.lastUsed.flush()
    expect(await lastUsedOf(graph, credential.id)).to.equal('2999-01-01T00:00:00.000Z')
  })
})

/** A well-formed token with the ID of a credential and a random secret. */
function forge(keyId: string): string {
  const body = `tda_local_${keyId}_${'A'.repeat(32)}`
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const places = Array.from({ length: 6 }, (_, place) => Math.floor(crc32(body) / 62 ** (5 - place)) % 62)
  return body + places.map((digit) => digits[digit]).join('')
}

async function lastUsedOf(graph: Graph, id: string): Promise<string | undefined> {
  const [row] = await readNodes(graph, 'Credential', { id }, ['lastUsedAt'])
  return row?.lastUsedAt as string | undefined
}
