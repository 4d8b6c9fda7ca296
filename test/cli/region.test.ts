import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { claimGraph } from '../../cypher/system/installation.ts'
import { assignTopics } from '../../kafka/topics/region-topic.ts'
import { startApi } from '../support/api/api.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { mintOrganization } from '../support/organization.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { documents, tda } from '../support/processes/tda.ts'

const OTHER = 'other-9'
const advice = (region: string, found: string) =>
  `Connect to the servers of ${region}, set DATA_REGION to ${found}, or see \`tda region set\`.`

describe('the region of an installation', () => {
  let graph: Graph
  let installation: Installation

  before(async () => {
    graph = connectTestGraph()
    await claimGraph(graph, 'local')
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
        const why =
          status === 200 ? {} : { region: false, reason: 'the graph belongs to another region than DATA_REGION' }
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
