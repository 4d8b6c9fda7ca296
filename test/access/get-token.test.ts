import { expect } from 'chai'
import { getToken } from '../../api/operations/access/get-token.ts'
import { limitRequests } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { TokenResponse } from '../../schemas/credentials.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { assertContract, assertProblemCode } from '../support/api/contract.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'

const DAY_MS = 86_400_000

describe('getToken', () => {
  let graph: Graph
  let api: TestApi
  let organization: MintedOrganization

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    api = await startApi({ operations: [getToken] })
  })

  after(async () => {
    await api.close()
    await graph.close()
  })

  it('describes a token of either kind, with scopes or without, and its organization', async () => {
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
    for (const options of [
      { scopes: [], name: 'Nothing yet' },
      { scopes: ['graph:read' as const, 'bom:read' as const], quota: 60, expiresAt },
      { kind: 'mcp' as const, scopes: ['mcp:read' as const], expiresAt },
    ]) {
      const { text, credential } = await organization.issue(options)
      const answer = await api.get('/v1/token', text)
      const { id, name, kind, scopes, region, quota, createdAt } = credential
      expect(await assertContract(answer)).to.deep.equal({
        data: {
          organization: { key: organization.key, name: `Test ${organization.key}`, quotaPerMinute: null },
          credential: {
            ...{ id, name, kind, scopes, region, createdAt },
            expiresAt: credential.expiresAt,
            quotaPerMinute: quota,
          },
        },
        meta: {},
      })
    }
  })

  it('returns the quota of the organization if it has one', async () => {
    const limited = await mintOrganization(graph)
    await limitRequests(graph, { key: limited.key, quota: 1200 })
    const answer = await api.get('/v1/token', (await limited.issue({ quota: 60 })).text)
    const { data } = TokenResponse.parse(await assertContract(answer))
    expect(data.organization).to.include({ quotaPerMinute: 1200 })
    expect(data.credential).to.include({ quotaPerMinute: 60 })
  })

  it('never returns the secret of the token or its hash', async () => {
    const { text } = await organization.issue()
    const answer = await (await api.get('/v1/token', text)).text()
    const secret = text.split('_').at(-1) ?? text
    expect(secret).to.have.length.above(30)
    for (const hidden of [secret, secret.slice(0, 20), 'secret', 'hash']) expect(answer).not.to.include(hidden)
  })

  it('counts against the quota, is audited, and is refused without a valid token', async () => {
    const { text, credential } = await organization.issue({ scopes: [], quota: 2 })
    const answers = [await api.get('/v1/token', text), await api.get('/v1/token?tenant=other', text)]
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 400])
    expect(answers[1]?.headers.get('RateLimit-Remaining')).to.equal('0')
    await assertProblemCode(await api.get('/v1/token', text), 'rate_limited')
    await assertProblemCode(await api.get('/v1/token', `${text.slice(0, -1)}_`), 'invalid_token')
    const told = (await api.audited()).filter(({ credentialId }) => credentialId === credential.id)
    expect(told.map(({ operation, status }) => `${operation} ${status}`)).to.deep.include.members([
      'getToken 200',
      'getToken 400',
    ])
  })
})
