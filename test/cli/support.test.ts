import { expect } from 'chai'
import { getToken } from '../../api/operations/access/get-token.ts'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import type { Graph } from '../../cypher/connect.ts'
import { TokenResponse } from '../../schemas/credentials.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { type MintedOrganization, mintOrganization } from '../support/organization.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

const OPERATOR = 'jane@example.com'

describe('tda support grant', () => {
  const variables = { ...freshInstallation(), TDA_OPERATOR: OPERATOR }
  let graph: Graph
  let organization: MintedOrganization
  let api: TestApi
  let laterMs = 0

  before(async () => {
    graph = connectTestGraph()
    organization = await mintOrganization(graph)
    const metrics = { ORGANIZATION_METRICS: 'true' }
    api = await startApi({
      operations: [getToken, searchEntities],
      variables: metrics,
      now: () => Date.now() + laterMs,
    })
  })
  after(async () => {
    await api.close()
    await graph.close()
  })

  const grant = (...args: string[]) => tda(variables, ['support', 'grant', organization.key, ...args])
  const granted = async (...args: string[]) => {
    const ran = await grant('--for', '2h', '--reason', 'ticket 4711', ...args, '--json')
    expect(ran.code, ran.stderr).to.equal(0)
    const [{ token, credential }] = documents(ran)
    return { token, credential }
  }

  it('issues a token that reads data, whose requests are audited under the name of the operator', async () => {
    const { token, credential } = await granted()
    expect(credential).to.include({ kind: 'support', name: OPERATOR, organization: organization.key, quota: 600 })
    expect(credential.scopes).to.deep.equal(['graph:read', 'bom:read', 'materials:read', 'ingest:read'])
    expect(Date.parse(credential.expiresAt) - Date.parse(credential.createdAt)).to.equal(2 * 3_600_000)
    const described = TokenResponse.parse(await (await api.get('/v1/token', token)).json())
    expect(described.data.credential).to.include({ kind: 'support', name: OPERATOR })
    expect((await api.get('/v1/entities', token)).status).to.equal(200)
    const own = await organization.issue({ scopes: ['graph:read'] })
    expect((await api.get('/v1/entities', own.text)).status).to.equal(200)
    const records = (await api.audited()).filter(({ operation }) => operation === 'searchEntities')
    expect(records.map(({ credentialId, operator }) => [credentialId, operator])).to.have.deep.members([
      [credential.id, OPERATOR],
      [own.credential.id, null],
    ])
    const counted = await api.services.metrics.organizationRequests?.get()
    const requests = counted?.values.find(({ labels }) => labels.organization === organization.key)?.value
    expect(requests, 'requests of the organization without those of the operator').to.equal(1)
  })

  it('writes an audit record with the reason, and without the token', async () => {
    const { connection, topics } = await prepareTopics(variables)
    const { token, credential } = await granted('--scopes', 'bom:read')
    const texts = (await recordsOf(connection, topics.audit.name)).map(({ value }) => String(value))
    const record = texts.map((text) => JSON.parse(text)).find(({ credentialId }) => credentialId === credential.id)
    expect(record).to.include({ operator: OPERATOR, operation: 'support grant', organization: organization.key })
    const { name, scopes, kind, quota, expiresAt } = credential
    expect(record.parameters).to.deep.equal({ name, scopes, kind, quota, expiresAt, reason: 'ticket 4711' })
    for (const text of texts) expect(text).not.to.contain(token)
    const found = documents(await tda(variables, ['audit', '--operator', OPERATOR, '--organization', organization.key]))
    expect(found.map(({ credentialId }) => credentialId)).to.include(credential.id)
    expect(documents(await tda(variables, ['audit', '--operator', 'other@example.com']))).to.deep.equal([])
  })

  it('ends by itself, and can be revoked before', async () => {
    const [{ token }, { token: revoked, credential }] = [await granted(), await granted()]
    expect((await api.get('/v1/token', token)).status).to.equal(200)
    const ran = await tda(variables, ['tokens', 'revoke', credential.id])
    expect(ran.code, ran.stderr).to.equal(0)
    expect((await api.get('/v1/token', revoked)).status).to.equal(401)
    laterMs = 2 * 3_600_000
    expect((await api.get('/v1/token', token)).status).to.equal(401)
    laterMs = 0
  })

  it('is not renewed, not issued otherwise, and not reported as ending', async () => {
    const { credential } = await granted()
    const rotate = await tda(variables, ['tokens', 'rotate', credential.id])
    expect(rotate.stderr).to.equal(
      `tda: Credential ${credential.id} is support access. Use \`tda support grant\` again.\n`,
    )
    const named = ['--organization', organization.key, '--name', 'x', '--scopes', 'bom:read', '--expires', '1h']
    const issue = await tda(variables, ['tokens', 'issue', ...named, '--kind', 'support'])
    expect(issue.stderr).to.contain('Allowed choices are service, mcp.')
    const ending = await tda(variables, [
      'tokens',
      'list',
      '--organization',
      organization.key,
      '--ending',
      '14d',
      '--json',
    ])
    expect(documents(ending).map(({ kind }) => kind)).not.to.include('support')
  })

  it('refuses more than 24 hours, no time, other scopes, and an empty reason', async () => {
    const refusals: [string[], string][] = [
      [['--for', '25h', '--reason', 'x'], 'Support access ends within 24 hours. Use --for 24h or less.'],
      [['--for', '0', '--reason', 'x'], '--for must be longer than 0. Use a form such as 2h or 30m.'],
      [
        ['--for', '1h', '--reason', 'x', '--scopes', 'bom:read,exports:create'],
        'Support access cannot have the scope "exports:create". Its scopes are graph:read, bom:read, materials:read, ingest:read.',
      ],
      [
        ['--for', '1h', '--reason', 'x', '--scopes', 'mcp:read'],
        'Support access cannot have the scope "mcp:read". Its scopes are graph:read, bom:read, materials:read, ingest:read.',
      ],
      [['--for', '1h', '--reason', ' '], 'The reason must have 1 to 255 characters.'],
    ]
    for (const [args, message] of refusals) {
      const { code, stderr } = await grant(...args)
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `tda: ${message}\n` })
    }
    expect((await grant('--for', '1h')).stderr).to.contain('--reason')
  })
})
