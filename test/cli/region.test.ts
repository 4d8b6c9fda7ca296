import { expect } from 'chai'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import { revokeCredential } from '../../cypher/system/credentials.ts'
import { regionOfGraph } from '../../cypher/system/installation.ts'
import { assignTopics, regionsOfTopics } from '../../kafka/topics/region-topic.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { startApi } from '../support/api/api.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { patient } from '../support/graph/patience.ts'
import { mintOrganization } from '../support/organization.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

const OTHER = 'other-9'
const advice = (region: string, found: string) =>
  `Connect to the servers of ${region}, set DATA_REGION to ${found}, or see \`tda region set\`.`

describe('the region of an installation', () => {
  let graph: Graph
  let installation: Installation

  before(async () => {
    graph = connectTestGraph()
    installation = await openInstallation()
  })
  after(async () => {
    await installation.close()
    await graph.close()
  })

  it('is required of every command that uses the graph, so that no token of another region is issued', async () => {
    const { key } = await mintOrganization(graph)
    const issue = ['tokens', 'issue', '--organization', key, '--name', 'x', '--scopes', 'graph:read', '--expires', '1d']
    const { code, stdout, stderr } = await tda({ ...installation.settings, DATA_REGION: OTHER }, issue)
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `tda: The graph belongs to region local, and DATA_REGION is ${OTHER}. ${advice(OTHER, 'local')}\n`,
    })
    const list = ['tokens', 'list', '--organization', key, '--json']
    expect(documents(await tda(installation.settings, list))).to.deep.equal([])
  })

  it('is required of the API before it is ready', async () => {
    for (const [region, status] of [
      ['local', 200],
      [OTHER, 503],
    ] as const) {
      const api = await startApi({ operations: [], variables: { DATA_REGION: region } })
      try {
        const ready = await fetch(`${api.adminUrl}/readyz`)
        expect(ready.status, region).to.equal(status)
        const why = status === 200 ? {} : { region: false }
        expect(await ready.json()).to.include(why)
      } finally {
        await api.close()
      }
    }
  })

  it('is required of projectors, which change nothing of another region', async () => {
    const foreign = await installation.start({ DATA_REGION: OTHER })
    expect(await foreign.ended).to.equal(1)
    expect(foreign.output()).to.contain(`The graph belongs to region local, and DATA_REGION is ${OTHER}.`)
    const { connection, settings } = installation
    const prefix = settings.KAFKA_TOPIC_PREFIX ?? ''
    const own = await installation.start()
    await own.untilReady()
    own.signal('SIGTERM')
    await own.ended
    const regions = async () =>
      (await withAdmin(connection, (admin) => admin.listTopics())).filter((name) =>
        name.startsWith(`${prefix}tenantdata.region.`),
      )
    expect(await regions()).to.deep.equal([`${prefix}tenantdata.region.local`])
    await assignTopics(connection, { prefix, region: OTHER, replicationFactor: 1 })
    expect(await regions()).to.deep.equal([`${prefix}tenantdata.region.${OTHER}`])
    const misled = await installation.start()
    expect(await misled.ended).to.equal(1)
    expect(misled.output()).to.contain(`The topics belong to region ${OTHER}, and DATA_REGION is local.`)
    const checked = await tda(settings, ['check', '--json'])
    expect(checked.stdout).to.contain(`The topics belong to region ${OTHER}`)
  })

  it('is required of both sides of a copy of the log', async () => {
    const { connection, settings } = installation
    const [source, target] = [settings.KAFKA_TOPIC_PREFIX ?? '', `${settings.KAFKA_TOPIC_PREFIX}copy.`]
    await assignTopics(connection, { prefix: source, region: 'local', replicationFactor: 1 })
    await assignTopics(connection, { prefix: target, region: OTHER, replicationFactor: 1 })
    const copy = (...more: string[]) =>
      tda(settings, ['log', 'copy', '--to-prefix', target, '--dry-run', '--json', ...more])
    const refused = await copy()
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.contain(`The topics belong to region ${OTHER}, and DATA_REGION is local.`)
    const meant = await copy('--to-region', OTHER)
    expect(meant.code, meant.stderr).to.equal(0)
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: [`${target}tenantdata.region.${OTHER}`] }))
  })

  it('has 2 to 16 characters', async () => {
    const { code, stderr } = await tda(installation.settings, ['region', 'set', 'EU'])
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: 'tda: A region has 2 to 16 lowercase characters (a to z, 0 to 9, -).\n',
    })
  })
})

describe('tda region set', () => {
  let server: OwnGraph
  let graph: Graph
  const variables = freshInstallation()

  before(async () => {
    server = await startOwnGraph()
    graph = connectGraph(parseEnvironment(server.variables), patient)
  })
  after(async () => {
    await graph.close()
    await server.remove()
  })

  it('renames the region of the graph and the topics, which was that of the newest token before', async () => {
    expect(await regionOfGraph(graph)).to.equal(null)
    await migrate(graph)
    const { connection, topics } = await prepareTopics(variables)
    const { key, issue } = await mintOrganization(graph)
    await issue({ region: 'eu-1', createdAt: '2026-01-01T00:00:00.000Z' })
    await issue({ region: 'eu-2', createdAt: '2026-01-02T00:00:00.000Z' })
    const revokedAt = '2026-01-04T00:00:00.000Z'
    const { credential } = await issue({ region: 'eu-3', createdAt: '2026-01-03T00:00:00.000Z' })
    await graph.write((run) => run(revokeCredential, null, { id: credential.id, now: revokedAt }))
    expect(await regionOfGraph(graph)).to.equal('eu-2')
    const ran = (region: string, ...args: string[]) =>
      tda({ ...variables, ...server.variables, DATA_REGION: region, KAFKA_REPLICATION_FACTOR: '1' }, args)
    expect((await ran('local', 'region', 'set', 'us-1')).stderr).to.contain('The graph belongs to region eu-2')
    for (const [from, region] of [
      ['eu-2', 'us-1'],
      ['us-1', 'us-2'],
    ] as const) {
      const renamed = await ran(from, 'region', 'set', region, '--json')
      expect(renamed.code, renamed.stderr).to.equal(0)
      expect(documents(renamed)).to.deep.equal([{ region, from }])
      expect(await regionOfGraph(graph)).to.equal(region)
    }
    expect(await regionsOfTopics(connection, variables.KAFKA_TOPIC_PREFIX ?? '')).to.deep.equal(['us-2'])
    const records = (await recordsOf(connection, topics.audit.name)).map(({ value }) => JSON.parse(String(value)))
    expect(records.map(({ operation, parameters }) => [operation, parameters])).to.deep.equal([
      ['region set', { from: 'eu-2', region: 'us-1' }],
      ['region set', { from: 'us-1', region: 'us-2' }],
    ])
    expect((await ran('us-2', 'tokens', 'list', '--organization', key)).code).to.equal(0)
  })
})
