import { timingSafeEqual } from 'node:crypto'
import { expect } from 'chai'
import { createOrganization, suspendOrganization } from '../../cli/organizations.ts'
import { issueToken, listTokens, revokeToken, rotateToken } from '../../cli/tokens.ts'
import type { Graph } from '../../cypher/connect.ts'
import { findCredential } from '../../cypher/system/credentials.ts'
import { hashSecret, parseToken } from '../../domain/credentials/token.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { documents, freshInstallation, spawnTda, tda } from '../support/processes/tda.ts'

const DAY_MS = 86_400_000

describe('tda tokens', () => {
  const variables = freshInstallation()
  const organization = freshOrganization()
  const now = new Date('2027-03-14T12:00:00.000Z')
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const wanted = { organization, name: 'feed', scopes: ['graph:read', 'bom:read'], region: 'eu', now }
  const tokens: string[] = []
  let graph: Graph
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  before(async () => {
    graph = connectTestGraph()
    kafka = await prepareTopics(variables)
    await createOrganization(graph, { key: organization, name: 'Quillmere', now })
  })

  after(() => graph.close())

  async function issue(fields: Partial<Parameters<typeof issueToken>[1]> = {}) {
    const issued = await issueToken(graph, { ...wanted, expiresAt: inDays(30), ...fields })
    tokens.push(issued.token)
    return issued
  }

  async function stored(id: string) {
    const [found] = await graph.read(findCredential, null, { id })
    if (!found) throw new Error(`no credential ${id}`)
    return found
  }

  const failure = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message)
  const run = (...args: string[]) => tda(variables, ['tokens', ...args])

  it('issues a token with the requested scopes, and stores only the hash of its secret', async () => {
    const { credential, token } = await issue({ quota: 90 })
    const parsed = parseToken(token)
    const found = await stored(credential.id)
    expect(parsed).to.include({ region: 'eu', keyId: credential.id })
    expect(timingSafeEqual(hashSecret(parsed?.secret ?? ''), Buffer.from(found.secretHash, 'hex'))).to.equal(true)
    expect(JSON.stringify(found)).not.to.contain(parsed?.secret)
    expect(credential).to.deep.equal({
      id: parsed?.keyId,
      organization,
      region: 'eu',
      scopes: ['graph:read', 'bom:read'],
      name: 'feed',
      kind: 'service',
      createdAt: now.toISOString(),
      expiresAt: inDays(30).toISOString(),
      revokedAt: null,
      lastUsedAt: null,
      quota: 90,
    })
    expect((await issue()).credential.quota).to.equal(600)
  })

  it('issues no token for invalid options or an unknown organization', async () => {
    const before = await listTokens(graph, organization)
    expect(await failure(issue({ scopes: ['mcp:read'] }))).to.contain('only given to credentials of kind mcp')
    expect(await failure(issue({ kind: 'mcp', expiresAt: inDays(91) }))).to.contain('within 90 days')
    expect(await failure(issue({ organization: 'missing' }))).to.contain('There is no organization missing')
    expect(await listTokens(graph, organization)).to.deep.equal(before)
  })

  it('rotates a token: the new one copies the old one, which expires after the overlap', async () => {
    const old = await issue({ kind: 'mcp', scopes: ['mcp:read', 'graph:read'], quota: 42, expiresAt: inDays(60) })
    const rotated = await rotateToken(graph, { id: old.credential.id, overlapMs: DAY_MS, now: inDays(10) })
    tokens.push(rotated.token)
    const { id, createdAt, expiresAt, ...copied } = rotated.credential
    const { id: oldId, createdAt: _created, expiresAt: _expires, ...original } = old.credential
    expect(copied).to.deep.equal(original)
    expect(id).not.to.equal(oldId)
    expect({ createdAt, expiresAt }).to.deep.equal({
      createdAt: inDays(10).toISOString(),
      expiresAt: inDays(70).toISOString(),
    })
    expect(rotated.oldExpiresAt).to.equal(inDays(11).toISOString())
    expect((await stored(oldId)).expiresAt).to.equal(inDays(11).toISOString())
    expect((await stored(id)).scopes).to.deep.equal(['mcp:read', 'graph:read'])
  })

  it('ends the overlap at the latest when the old token expires', async () => {
    const { credential } = await issue({ expiresAt: inDays(2) })
    const rotated = await rotateToken(graph, { id: credential.id, overlapMs: 30 * DAY_MS, now: inDays(1) })
    expect(rotated.oldExpiresAt).to.equal(inDays(2).toISOString())
    expect((await stored(credential.id)).expiresAt).to.equal(inDays(2).toISOString())
  })

  it('rotates a token without expiry to one without expiry, and expires the old one immediately without an overlap', async () => {
    const { credential } = await issue({ expiresAt: null })
    const rotated = await rotateToken(graph, { id: credential.id, overlapMs: 0, now: inDays(1) })
    expect(rotated.credential.expiresAt).to.equal(null)
    expect((await stored(credential.id)).expiresAt).to.equal(inDays(1).toISOString())
  })

  it('applies the rules of kind mcp to a rotation', async () => {
    const { credential } = await issue({ kind: 'mcp', scopes: ['mcp:read'], expiresAt: inDays(60) })
    const options = { id: credential.id, overlapMs: 0, now }
    expect(await failure(rotateToken(graph, { ...options, expiresAt: inDays(91) }))).to.contain('within 90 days')
    expect(await failure(rotateToken(graph, { ...options, expiresAt: null }))).to.contain('within 90 days')
    expect((await stored(credential.id)).expiresAt).to.equal(inDays(60).toISOString())
  })

  it('does not rotate an expired or revoked token', async () => {
    const expired = await issue({ expiresAt: inDays(1) })
    const at = inDays(1)
    expect(await failure(rotateToken(graph, { id: expired.credential.id, overlapMs: 0, now: at }))).to.contain(
      'expired at',
    )
    const revoked = await issue()
    await revokeToken(graph, { id: revoked.credential.id, now })
    expect(await failure(rotateToken(graph, { id: revoked.credential.id, overlapMs: 0, now }))).to.contain(
      'was revoked',
    )
  })

  it('keeps the time of the first revocation when a token is revoked again', async () => {
    const { credential } = await issue()
    await revokeToken(graph, { id: credential.id, now: inDays(1) })
    const again = await revokeToken(graph, { id: credential.id, now: inDays(2) })
    expect(again.revokedAt).to.equal(inDays(1).toISOString())
    expect(await failure(revokeToken(graph, { id: 'nothing', now }))).to.contain('There is no credential with this ID')
  })

  it('prints only the token on standard output, and everything else on standard error', async () => {
    const scopes = ['--scopes', 'graph:read, exports:create,graph:read', '--expires', '12h']
    const args = ['tokens', 'issue', '--organization', organization, '--name', 'shell', ...scopes]
    const issued = await spawnTda(variables, args)
    const token = issued.stdout.slice(0, -1)
    tokens.push(token)
    expect(issued.code).to.equal(0)
    expect(issued.stdout).to.equal(`${token}\n`)
    const parsed = parseToken(token)
    expect(parsed).to.include({ region: 'local' })
    expect(issued.stderr).to.contain(parsed?.keyId).and.not.to.contain(parsed?.secret)
    const found = await stored(parsed?.keyId ?? '')
    expect(found.scopes).to.deep.equal(['graph:read', 'exports:create'])
    expect(Date.parse(found.expiresAt ?? '') - Date.parse(found.createdAt)).to.be.within(43_199_000, 43_200_000)

    const rotated = await run('rotate', parsed?.keyId ?? '', '--overlap', '1h', '--json')
    const [answer] = documents(rotated)
    tokens.push(answer.token)
    expect(parseToken(answer.token)?.keyId).to.equal(answer.credential.id)
    expect(rotated.stderr).not.to.contain(answer.token)
    const listed = await run('list', '--organization', organization, '--json')
    expect(listed.stdout).not.to.match(/secret/i)
    expect(documents(listed)).to.deep.equal(await listTokens(graph, organization))
  })

  it('prints one line for an error, and never repeats a token', async () => {
    const token = tokens[0] ?? ''
    const base = ['issue', '--organization', organization, '--name', 'x', '--expires', '1d']
    for (const [args, message] of [
      [[...base], "Required option '--scopes <scopes>' not specified"],
      [[...base, '--scopes', 'graph:write'], 'There is no scope "graph:write"'],
      [[...base, '--scopes', 'bom:read', '--quota', 'many'], 'The quota must be a whole number'],
      [[...base, '--scopes', 'bom:read', '--kind', 'robot'], "argument 'robot' is invalid"],
      [[...base, '--scopes', 'bom:read', '--expires', '2020-01-01'], 'is not in the future'],
      [['rotate', token], 'by its ID'],
      [['revoke', token.slice(0, -1)], 'There is no credential with this ID'],
      [['rotate', 'x', '--overlap', 'long'], '"long" is not a valid duration'],
    ] as const) {
      const { code, stdout, stderr } = await run(...args)
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
      expect(stderr.split('\n'), stderr).to.have.length(2)
      expect(stderr).to.contain(message).and.not.to.contain(token.slice(-30, -1))
    }
  })

  it('audits each change without secrets', async () => {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const texts = records.map(({ value }) => String(value))
    const own = texts.map((text) => JSON.parse(text))
    expect(own.map(({ operation }) => operation)).to.deep.equal(['tokens issue', 'tokens rotate'])
    expect(own[0]).to.include({ organization, interface: 'cli' })
    expect(own[0].parameters).to.include({ name: 'shell', kind: 'service', quota: 600 })
    expect(own[1].parameters.replaces).to.equal(own[0].credentialId)
    for (const token of tokens) expect(texts.join()).not.to.contain(parseToken(token)?.secret)
  })

  it('lists the tokens that expire soon and have no successor', async () => {
    const own = freshOrganization()
    await createOrganization(graph, { key: own, name: 'Ending', now })
    const [before, after] = [new Date(Date.now() - 2000), new Date(Date.now() - 1000)]
    const issueOwn = async (name: string, fields: Partial<Parameters<typeof issueToken>[1]>) => {
      const options = { ...wanted, organization: own, name, expiresAt: null, now: before, ...fields }
      return (await issueToken(graph, options)).credential.id
    }
    const [sooner, soon, later] = [5, 10, 20].map((days) => new Date(Date.now() + days * DAY_MS)) as [Date, Date, Date]
    const alone = await issueOwn('alone', { expiresAt: soon })
    const ofKind = await issueOwn('two kinds', { expiresAt: soon })
    await issueOwn('two kinds', { kind: 'mcp', scopes: ['mcp:read'], expiresAt: later, now: after })
    await issueOwn('later', { expiresAt: later })
    await issueOwn('without an end', {})
    const replaced = await issueOwn('replaced', { expiresAt: soon })
    await issueOwn('replaced', { expiresAt: later, now: after })
    await issueOwn('replaced without an end', { expiresAt: soon })
    await issueOwn('replaced without an end', { now: after })
    await issueOwn('older works longer', { expiresAt: later })
    const newer = await issueOwn('older works longer', { expiresAt: soon, now: after })
    const longer = await issueOwn('newer ends sooner', { expiresAt: soon })
    const shorter = await issueOwn('newer ends sooner', { expiresAt: sooner, now: after })
    const revoked = await issueOwn('revoked', { expiresAt: soon })
    await revokeToken(graph, { id: revoked, now })
    const all = [shorter, alone, ofKind, newer, longer]
    const ending = async (...args: string[]) => documents(await tda(variables, ['--json', 'tokens', 'list', ...args]))
    const idsOf = (found: { id: string; organization: string }[]) =>
      found.flatMap(({ id, organization }) => (organization === own ? [id] : []))
    expect(idsOf(await ending('--organization', own, '--ending', '14d'))).to.have.members(all)
    expect(idsOf(await ending('--ending', '14d'))).to.have.members(all)
    expect(idsOf(await ending('--organization', own, '--ending', '9d'))).to.deep.equal([shorter])
    const found = idsOf(await ending('--organization', own, '--ending', '30d'))
    expect(found).to.include(alone).and.not.include(replaced)
    await suspendOrganization(graph, { key: own, now })
    expect(await ending('--organization', own, '--ending', '14d')).to.deep.equal([])
  })
})
