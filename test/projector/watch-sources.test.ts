import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { expectSource } from '../../cypher/system/expected-sources.ts'
import { createMetrics } from '../../projector/metrics.ts'
import { watchSources } from '../../projector/watch-sources.ts'
import { logLines } from '../support/api/audit.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { heldGraph } from '../support/graph/held-graph.ts'
import { createNode, deleteGroup, updateNodes } from '../support/graph/stored-nodes.ts'
import { mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

const NOW = Date.parse('2027-03-14T12:00:00.000Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()

describe('the watch of sources', () => {
  let graph: Graph
  before(() => {
    graph = connectTestGraph()
  })
  after(() => graph.close())

  /** A watch that looks often, with functions that change what it sees. */
  async function startWatch() {
    const { key } = await mintOrganization(graph)
    const groupId = `test-${freshOrganization()}`
    const metrics = createMetrics({ isByOrganization: true })
    const log = logLines()
    await createNode(graph, 'ProjectorGroup', { groupId, lagSeconds: 0, lagMeasuredAt: ago(0) })
    const held = heldGraph()
    let checks = 0
    held.hold((name) => {
      if (name.endsWith('/listExpectedSources')) checks += 1
      return false
    })
    const watch = watchSources({ graph: held.through(graph), groupId, metrics, log, everyMs: 5 })
    return {
      expect: (source: string, withinSeconds: number, since: string) =>
        graph.write((run) => run(expectSource, null, { key, source, withinSeconds, since })),
      applied: (source: string, partition: number, lastAppliedAt: string | null) =>
        createNode(graph, 'IngestedSource', { tenantKey: key, source, topic: 't', partition, lastAppliedAt }),
      appliedAgain: (source: string, lastAppliedAt: string) =>
        updateNodes(graph, 'IngestedSource', { tenantKey: key, source, partition: 1 }, { lastAppliedAt }),
      group: (values: object) => updateNodes(graph, 'ProjectorGroup', { groupId }, { ...values }),
      organization: (values: object) => updateNodes(graph, 'Organization', { key }, { ...values }),
      ownGroup: (stage: string) => createNode(graph, 'ProjectorGroup', { groupId: `${groupId}:${key}`, stage }),
      count: async () => {
        const { values } = await metrics.silentSources.get()
        return values.find(({ labels }) => labels.organization === key)?.value ?? null
      },
      /** The lines of its own sources, as `warn /plm/main`. */
      lines: () =>
        log.lines.flatMap(({ level, fields }) => {
          const { organization, source } = fields as { organization?: string; source?: string }
          return organization === key ? [`${level} ${source}`] : []
        }),
      /** Waits until a check has ended that began after this call. */
      async looked() {
        const before = checks
        await until('two checks', () => checks > before + 2)
      },
      async stop() {
        await watch.stop()
        await deleteGroup(graph, groupId)
        await deleteGroup(graph, `${groupId}:${key}`)
      },
    }
  }

  it('counts and logs each source once when it falls silent, and when it sends again', async () => {
    const watch = await startWatch()
    try {
      await watch.applied('/plm/main', 0, ago(9000))
      await watch.applied('/plm/main', 1, ago(3601))
      await watch.applied('/erp/main', 1, ago(3599))
      await watch.applied('/wms/main', 1, null)
      for (const source of ['/plm/main', '/erp/main']) await watch.expect(source, 3600, ago(0))
      await watch.expect('/wms/main', 3600, ago(3601))
      await watch.expect('/mes/new', 3600, ago(3599))
      await until('two silent sources', async () => (await watch.count()) === 2)
      expect(watch.lines().sort()).to.deep.equal(['warn /plm/main', 'warn /wms/main'])
      await watch.appliedAgain('/plm/main', ago(10))
      await until('one of them to send', async () => (await watch.count()) === 1)
      expect(watch.lines().sort()).to.deep.equal(['info /plm/main', 'warn /plm/main', 'warn /wms/main'])
      await watch.appliedAgain('/wms/main', ago(10))
      await until('the other to send', async () => (await watch.count()) === 0)
    } finally {
      await watch.stop()
    }
  })

  it('does not call a source silent because the projectors are late', async () => {
    const watch = await startWatch()
    try {
      await watch.applied('/plm/main', 1, ago(4000))
      await watch.group({ lagSeconds: 500 })
      await watch.expect('/plm/main', 3600, ago(0))
      await watch.looked()
      expect([await watch.count(), watch.lines()]).to.deep.equal([0, []])
      await watch.group({ lagSeconds: 300 })
      await until('the silence', async () => (await watch.count()) === 1)
    } finally {
      await watch.stop()
    }
  })

  for (const [how, begin, end] of [
    ['the graph is rebuilt', { group: { stage: 'applying' } }, { group: { stage: null } }],
    [
      'the organization is suspended',
      { organization: { suspendedAt: ago(0) } },
      { organization: { suspendedAt: null } },
    ],
  ] as const)
    it(`keeps its count while ${how}`, async () => {
      const watch = await startWatch()
      const change = async (to: typeof begin | typeof end) => {
        if ('group' in to) await watch.group(to.group)
        else await watch.organization(to.organization)
      }
      try {
        await watch.applied('/plm/main', 1, ago(4000))
        await watch.expect('/plm/main', 3600, ago(0))
        await until('the silence', async () => (await watch.count()) === 1)
        await change(begin)
        await watch.looked()
        await watch.applied('/erp/main', 1, ago(4000))
        await watch.expect('/erp/main', 3600, ago(0))
        await watch.appliedAgain('/plm/main', ago(0))
        await watch.looked()
        expect([await watch.count(), watch.lines()]).to.deep.equal([1, ['warn /plm/main']])
        await change(end)
        await until('the other', () => watch.lines().includes('warn /erp/main'))
        expect(watch.lines()).to.have.members(['warn /plm/main', 'info /plm/main', 'warn /erp/main'])
      } finally {
        await watch.stop()
      }
    })

  it('keeps its count while its organization is rebuilt alone', async () => {
    const watch = await startWatch()
    try {
      await watch.ownGroup('applying')
      await watch.applied('/plm/main', 1, ago(4000))
      await watch.expect('/plm/main', 3600, ago(0))
      await watch.looked()
      expect([await watch.count(), watch.lines()]).to.deep.equal([0, []])
    } finally {
      await watch.stop()
    }
  })

  it('shows a sum without organizations by default', async () => {
    const { key } = await mintOrganization(graph)
    const groupId = `test-${freshOrganization()}`
    const metrics = createMetrics()
    await createNode(graph, 'ProjectorGroup', { groupId, lagSeconds: 0, lagMeasuredAt: ago(0) })
    await graph.write((run) => run(expectSource, null, { key, source: '/plm/main', withinSeconds: 60, since: ago(61) }))
    const watch = watchSources({ graph, groupId, metrics, log: logLines(), everyMs: 5 })
    try {
      await until('the sum', async () => ((await metrics.silentSources.get()).values[0]?.value ?? 0) >= 1)
      expect(await metrics.registry.metrics()).not.to.contain(key)
    } finally {
      await watch.stop()
      await deleteGroup(graph, groupId)
    }
  })
})
