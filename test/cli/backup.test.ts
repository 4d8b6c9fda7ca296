import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { listStoredNodes } from '../../cypher/system/backup.ts'
import { claimGraph } from '../../cypher/system/installation.ts'
import { listPurgesWithFiles, recordFilesRemoved } from '../../cypher/system/purge.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { deleteNodes, readNodes, updateNodes } from '../support/graph/stored-nodes.ts'
import { markPurged } from '../support/organization.ts'
import { prepareTopics } from '../support/processes/kafka.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

const ENDS = ['revokedAt', 'suspendedAt', 'purgedAt', 'filesRemovedAt', 'completedAt']

describe('tda backup', () => {
  let server: OwnGraph
  let graph: Graph
  let folder: string
  const variables = freshInstallation()
  const [one, other, purged, left] = Array.from({ length: 4 }, freshOrganization) as [string, string, string, string]

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tda-backups-'))
    server = await startOwnGraph()
    graph = connectGraph(parseEnvironment(server.variables), patient)
    await migrate(graph)
    await claimGraph(graph, 'local')
    await prepareTopics(variables)
  })
  after(async () => {
    await graph.close()
    await server.remove()
    rmSync(folder, { recursive: true })
  })

  const run = async (...args: string[]) => {
    const ran = await tda({ ...variables, ...server.variables }, [...args, '--json'])
    expect(ran.code, ran.stderr).to.equal(0)
    return documents(ran)
  }
  const loseState = async () => {
    for (const label of ['Installation', 'Organization', 'PurgedOrganization', 'Credential'])
      await deleteNodes(graph, label, {})
  }
  const issue = async (key: string, name: string) => {
    const named = ['--organization', key, '--name', name, '--scopes', 'graph:read', '--expires', '30d']
    const [{ token, credential }] = await run('tokens', 'issue', ...named)
    return { token: String(token), id: String(credential.id) }
  }
  /** Purges an organization as an API deletes its export files. */
  const purge = async (key: string) => {
    const purging = run('organizations', 'purge', key, '--yes')
    const { hash } = await until('the purge waiting for an API', async () =>
      (await graph.read(listPurgesWithFiles, null, {})).find(({ organization }) => organization === key),
    )
    await graph.write((run) => run(recordFilesRemoved, null, { hash, files: 0, now: new Date().toISOString() }))
    await purging
  }
  const state = async () => {
    const nodes = await graph.read(listStoredNodes, null, {})
    // The order of properties has no meaning. A record of the audit trail is some milliseconds later than its change.
    return nodes
      .filter(({ label }) => label !== 'Offset')
      .map(({ label, properties }) => ({
        label,
        ...Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))),
        ...Object.fromEntries(ENDS.filter((name) => name in properties).map((name) => [name, 'set'])),
      }))
      .map((node) => JSON.stringify(node))
      .sort()
  }

  it('restores organizations, tokens, and settings into a new graph, and applies later revocations', async () => {
    for (const key of [one, other, purged, left]) await run('organizations', 'create', key, '--name', `Brand “${key}”`)
    await run('organizations', 'set', one, '--quota', '90', '--max-shrink', '30')
    await run('organizations', 'allow-source', one, '/plm/main')
    await run('sources', 'expect', one, '/plm/main', '--within', '26h')
    await markPurged(graph, purged)
    const [kept, revoked, rotated] = [
      await issue(one, 'kept'),
      await issue(one, 'revoked'),
      await issue(other, 'rotated'),
    ]
    const gone = await issue(left, 'gone')
    const before = await state()
    const [{ file, nodes }] = await run('backup', 'create', '--to', folder, '--keep', '1')
    expect(nodes).to.equal(before.length)
    for (const { token } of [kept, revoked, rotated, gone]) {
      expect(readFileSync(file, 'utf8')).to.contain(token.split('_')[2]).and.not.contain(token.split('_')[3])
    }
    await run('tokens', 'revoke', revoked.id)
    await run('tokens', 'rotate', rotated.id, '--overlap', '0')
    await run('organizations', 'suspend', other)
    await purge(left)
    await run('organizations', 'create', 'latecomer', '--name', 'Later')
    const later = await state()

    await loseState()
    const [restored] = await run('backup', 'restore', file)
    expect(restored).to.include({ organizations: 3, purgedOrganizations: 1, credentials: 4, applied: 4 })
    expect(restored.remaining.map(({ operation }: { operation: string }) => operation)).to.deep.equal([
      'tokens rotate',
      'organizations purge',
      'organizations create',
    ])
    // The graph now equals the later state, after the purge is run again, and without what only an operator can make.
    await purge(left)
    const missing = later.filter(
      (line) => line.includes('latecomer') || (line.includes('rotated') && !line.includes(rotated.id)),
    )
    expect(missing).to.have.length(2)
    expect(await state()).to.deep.equal(later.filter((line) => !missing.includes(line)))
  })

  it('keeps the offsets up to which decisions are repeated, until the graph is built from another log', async () => {
    const decided = async () =>
      new Set((await readNodes(graph, 'Offset', {}, ['decidedTo'])).map(({ decidedTo }) => decidedTo))
    await updateNodes(graph, 'Offset', {}, { decidedTo: 7 })
    const [{ file }] = await run('backup', 'create', '--to', folder)
    await loseState()
    await deleteNodes(graph, 'Offset', {})
    await run('backup', 'restore', file)
    expect(await decided()).to.deep.equal(new Set([7]))
    await run('rebuild', '--together', '--yes')
    expect(await decided()).to.deep.equal(new Set([7]))
    await updateNodes(graph, 'Offset', {}, { topicId: 'deleted' })
    await run('rebuild', '--together', '--accept-gap', '--yes')
    expect(await decided()).to.deep.equal(new Set([null]))
  })

  it('is not restored into a graph with organizations, or of another region, or incomplete', async () => {
    const [{ file }] = await run('backup', 'create', '--to', folder)
    const refused = async (more: Record<string, string>, path: string) => {
      const ran = await tda({ ...variables, ...server.variables, ...more }, ['backup', 'restore', path])
      expect(ran.code).to.equal(1)
      return ran.stderr
    }
    expect(await refused({}, file)).to.contain('The graph already has organizations.')
    expect(await refused({ DATA_REGION: 'eu-9' }, file)).to.contain('The backup belongs to region local')
    expect(await refused({}, join(folder, 'missing'))).to.contain('missing')
    expect((await tda(variables, ['backup', 'create', '--to', join(folder, 'missing')])).stderr).to.contain('no folder')
  })
})
