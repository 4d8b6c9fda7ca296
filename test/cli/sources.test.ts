import { expect } from 'chai'
import { type Graph, tenantLabel } from '../../cypher/connect.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { createNode, deleteGroup } from '../support/graph/stored-nodes.ts'
import { mintOrganization } from '../support/organization.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

const NOW = Date.now()
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

describe('tda sources', () => {
  const groupId = `test-${freshOrganization()}`
  const variables = { ...freshInstallation(), PROJECTOR_GROUP: groupId }
  let graph: Graph
  let organization: string
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  before(async () => {
    graph = connectTestGraph()
    kafka = await prepareTopics(variables)
    organization = (await mintOrganization(graph)).key
    await createNode(graph, 'ProjectorGroup', { groupId, lagSeconds: 0, lagMeasuredAt: ago(0) })
    const counts = { tenantKey: organization, topic: 't', types: ['t'], applied: 2, stale: 1, rejected: 3 }
    for (const [source, partition, seconds] of [
      ['/plm/main', 0, 7200],
      ['/plm/main', 1, 3601],
      ['/wms/main', 0, 3599],
    ] as const) {
      const times = { lastEventAt: ago(seconds), lastAppliedAt: ago(seconds) }
      // Reads of an organization find only nodes with its label.
      const label = `IngestedSource:${tenantLabel(organization)}`
      await createNode(graph, label, { ...counts, source, partition, ...times, countedTo: 6 })
    }
  })
  after(async () => {
    await deleteGroup(graph, groupId)
    await graph.close()
  })

  const run = (...args: string[]) => tda(variables, ['--json', 'sources', ...args])
  const listed = async (...args: string[]) => documents(await run('list', '--organization', organization, ...args))

  it('lists the sources that sent events, and expects nothing of them by default', async () => {
    const none = { withinSeconds: null, isSilent: null }
    expect(await listed()).to.deep.equal([
      {
        ...{ organization, source: '/plm/main', lastAppliedAt: ago(3601), applied: 4, stale: 2, rejected: 6 },
        ...none,
      },
      {
        ...{ organization, source: '/wms/main', lastAppliedAt: ago(3599), applied: 2, stale: 1, rejected: 3 },
        ...none,
      },
    ])
    expect(await listed('--silent')).to.deep.equal([])
  })

  it('expects each source within its own time, also one that never sent anything, and audits it', async () => {
    for (const source of ['/plm/main', '/wms/main', '/mes/new']) {
      const { code, stderr } = await run('expect', organization, source, '--within', '1h')
      expect({ code, stderr }).to.deep.equal({
        code: 0,
        stderr: `The source ${source} of ${organization} is expected to send something new within 1h.\n`,
      })
    }
    expect((await listed()).map(({ source, isSilent }) => [source, isSilent])).to.deep.equal([
      ['/mes/new', false],
      ['/plm/main', true],
      ['/wms/main', false],
    ])
    expect((await listed('--silent')).map(({ source }) => source)).to.deep.equal(['/plm/main'])
    const { stdout } = await tda(variables, ['sources', 'list', '--organization', organization, '--silent'])
    expect(stdout.split('\n')[1]?.split(/ {2,}/)).to.deep.equal([
      ...[organization, '/plm/main', ago(3601), '4', '2', '6', 'within 1h', 'yes'],
    ])
    const records = (await recordsOf(kafka.connection, kafka.topics.audit.name)).map(({ value }) =>
      JSON.parse(String(value)),
    )
    expect(records[0]).to.deep.include({
      ...{ operation: 'sources expect', organization, interface: 'cli' },
      parameters: { source: '/plm/main', withinSeconds: 3600 },
    })
  })

  it('replaces an expectation, and removes it', async () => {
    const [changed] = documents(await run('expect', organization, '/plm/main', '--within', '3602s'))
    expect(changed).to.include({ source: '/plm/main', withinSeconds: 3602, isSilent: false })
    const [removed] = documents(await run('expect', organization, '/plm/main', '--within', 'none'))
    expect(removed).to.include({ source: '/plm/main', withinSeconds: null, isSilent: null })
    expect(documents(await run('expect', organization, '/mes/new', '--within', 'none'))).to.deep.equal([])
    expect((await listed()).map(({ source }) => source)).to.deep.equal(['/plm/main', '/wms/main'])
  })

  it('rejects sources, times, and organizations that are not valid', async () => {
    const failure = async (...args: string[]) => (await run('expect', ...args)).stderr
    expect(await failure(organization, 'plm', '--within', '1h')).to.contain('"plm" is not a valid source')
    expect(await failure(organization, '/plm/main', '--within', '59s')).to.contain('--within must be at least 60s')
    expect(await failure(organization, '/plm/main', '--within', 'often')).to.contain('"often" is not a valid duration')
    expect(await failure('unregistered', '/plm/main', '--within', '1h')).to.contain('There is no organization')
  })
})
