import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { rebuild } from '../../../cli/rebuild/rebuild.ts'
import { rebuildOrganization } from '../../../cli/rebuild/rebuild-organization.ts'
import { type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { groupOfOrganization } from '../../../cypher/system/organization-group.ts'
import { getRebuild } from '../../../cypher/system/rebuild.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { OPEN } from '../../../schemas/stored/bom.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { longLog } from '../../support/events/random-events.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { freshOrganization } from '../../support/graph/graph.ts'
import { countLines, expectSame, graphLines } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { connectedFeed, deletedLinkFeed, linkFeed } from '../../support/graph/rebuild-feed.ts'
import {
  answersOfAll,
  answerTo,
  expectSameAnswers,
  readsOfAll,
  startReaders,
} from '../../support/graph/rebuild-readers.ts'
import {
  countNodes,
  createNode,
  deleteNodes,
  everyNode,
  readNodes,
  updateNodes,
} from '../../support/graph/stored-nodes.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { issuerOf } from '../../support/organization.ts'
import { type Installation, openInstallation, register } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

const KILLS = Number(process.env.RECOVERY_KILLS ?? 3)
const SUPPLIERS = 300
const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read']

describe('tda rebuild of one organization', function () {
  this.timeout(900_000 + KILLS * 60_000)
  let own: OwnGraph
  let graph: Graph
  let installation: Installation
  let api: TestApi
  let other: string
  const tokens = new Map<string, string>()
  const projectors: ProjectorProcess[] = []

  before(async () => {
    own = await startOwnGraph()
    installation = await openInstallation({
      ...own.variables,
      AUDIT_SPOOL: mkdtempSync(join(tmpdir(), 'tda-audit-')),
    })
    const { organization, groupId } = installation
    graph = installation.graph
    await migrate(graph)
    other = freshOrganization()
    await register(graph, other)
    api = await startApi({ operations, variables: { ...own.variables, PROJECTOR_GROUP: groupId } })
    for (const key of [organization, other])
      tokens.set(key, (await issuerOf(graph, key)({ scopes, quota: 1_000_000 })).text)
    projectors.push(await installation.start(), await installation.start())
    for (const key of [organization, other]) {
      await installation.feedOf(
        key,
        Array.from({ length: SUPPLIERS }, (_, n) => supplierOf(`R-${n}`, 1)),
      )
      await installation.feedOf(key, [{ ...supplierOf('R-0', 2), data: null }, supplierOf('R-1', 2)])
      await installation.feedOf(key, [...linkFeed, ...deletedLinkFeed, ...connectedFeed])
      await installation.publishOf(key, 3)
    }
    await settled()
  })
  after(async () => {
    await api.close()
    await installation.close()
    await own.remove()
  })

  const tokenOf = (key: string) => tokens.get(key) ?? ''
  const settled = async () => {
    await installation.caughtUp()
    for (const key of [installation.organization, other]) await reconciled(graph, key)
  }
  /**
   * Without links that a publication has ended, which housekeeping deletes at some time, and without resolved
   * exceptions, which a rebuild removes.
   */
  const linesOf = async (key: string) =>
    (await graphLines(graph, key)).filter(
      (line) =>
        (!/^link .*"toSeq":/.test(line) || line.includes(`"toSeq":${OPEN}`)) && !line.includes('"status":"resolved"'),
    )
  const createResolved = (key: string) =>
    createNode(graph, `Projected:PositionException:\`${tenantLabel(key)}\``, {
      ...{ tenantKey: key, exceptionId: 'resolved-1', status: 'resolved' },
    })
  const resolvedOf = (key: string) => countNodes(graph, 'PositionException', { tenantKey: key, status: 'resolved' })
  const stageOf = async (key: string) => {
    const groupId = groupOfOrganization(installation.groupId, key)
    return (await graph.read(getRebuild, null, { groupId }))[0]?.stage
  }
  const finished = (key: string) => until('the end of the rebuild', async () => (await stageOf(key)) === null, 240_000)
  const scope = () => ({
    groupId: installation.groupId,
    topics: [installation.topic, installation.topics.bom.name],
    acceptGap: false,
    expectedPartitions: 12,
  })
  const statusOf = async (key: string) =>
    (await answerTo(api, tokenOf(key), { operationId: '', path: '/v1/entities' })).status

  it('restores its data and nothing else, while all reads of another organization succeed', async () => {
    const { organization } = installation
    const before = await answersOfAll(graph, api, tokenOf(organization), organization)
    const lines = await linesOf(organization)
    const counts = await countLines(graph, organization)
    const linesOfOther = await linesOf(other)
    const readers = await startReaders(api, tokenOf(other), await readsOfAll(graph, api, tokenOf(other), other))
    const ghost = { tenantKey: organization, id: '1', type: 'style', words: 'ghost' }
    await createNode(graph, `Projected:Entity:Listed:\`${tenantLabel(organization)}\``, ghost)
    await createNode(graph, 'Projected:Entity', { tenantKey: 'ghost', id: '1' })

    const { code, stderr } = await tda(installation.settings, ['rebuild', organization, '--yes'])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    expect(stderr).to.contain(`${organization} is rebuilt.`)
    await settled()
    await readers.stop()
    expect(readers.wrong).to.deep.equal([])
    expect(readers.seen.rebuilding).to.equal(0)
    expect(readers.seen.whole).to.be.above(100)
    expectSame(lines, await linesOf(organization))
    expectSame(counts, await countLines(graph, organization))
    expectSame(linesOfOther, await linesOf(other))
    expect(await everyNode(graph, 'ghost')).to.have.length(1)
    expectSameAnswers(before, await answersOfAll(graph, api, tokenOf(organization), organization))
  })

  it('applies events that arrive after the rebuild, of the organization and of others', async () => {
    for (const key of [installation.organization, other]) {
      await installation.feedOf(key, [supplierOf('AFTER-1', 1)])
      await settled()
      const found = await answerTo(api, tokenOf(key), { operationId: '', path: '/v1/entities?q=AFTER-1' })
      expect(JSON.parse(found.text).data).to.have.length(1)
    }
  })

  it('rejects the reads of the organization until all its data is restored', async () => {
    const { organization } = installation
    const reads = await readsOfAll(graph, api, tokenOf(organization), organization)
    const readers = await startReaders(api, tokenOf(organization), reads)
    await rebuildOrganization(graph, installation.connection, { ...scope(), organization })
    for (const key of [organization, other]) await createResolved(key)
    await finished(organization)
    await until('whole responses', async () => (await statusOf(organization)) === 200)
    expect(await resolvedOf(organization)).to.equal(0)
    expect(await resolvedOf(other)).to.be.above(0)
    await deleteNodes(graph, 'PositionException', { tenantKey: other, exceptionId: 'resolved-1' })
    await readers.stop()
    expect(readers.wrong).to.deep.equal([])
    expect(readers.seen.rebuilding).to.be.above(0)
    await settled()
  })

  it(`equals a rebuild of the whole graph, after ${KILLS} kill -9 of two projectors while events arrive`, async () => {
    const { organization } = installation
    await rebuildOrganization(graph, installation.connection, { ...scope(), organization })
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (const key of [organization, other]) await installation.feedOf(key, longLog(100, kill + 1, 3))
      if (kill === 1) for (const key of [organization, other]) await installation.publishOf(key, 2)
      const before = (await installation.lag()) / 2
      await until('some progress', async () => (await installation.lag()) <= before)
      const [killed] = projectors.splice(0, 1)
      killed?.signal('SIGKILL')
      await killed?.ended
      projectors.push(await installation.start())
    }
    await finished(organization)
    await settled()
    const [lines, linesOfOther] = [await linesOf(organization), await linesOf(other)]
    await rebuild(graph, installation.connection, scope())
    await settled()
    await until('the end of the rebuild', async () => (await statusOf(organization)) === 200)
    expectSame(lines, await linesOf(organization))
    expectSame(linesOfOther, await linesOf(other))
  })

  it('continues when it is run again after an interruption, and excludes a rebuild of the whole graph', async () => {
    const { organization, connection } = installation
    const lines = await linesOf(organization)
    const stop = new AbortController()
    const interrupted = await rebuildOrganization(graph, connection, {
      ...scope(),
      organization,
      signal: stop.signal,
      onDropped: () => stop.abort(),
    }).catch((error: Error) => error.message)
    expect(interrupted).to.contain(`Interrupted. Run \`tda rebuild ${organization}\` again`)
    expect(await statusOf(organization)).to.equal(503)
    expect(await statusOf(other)).to.equal(200)
    const refused = await rebuild(graph, connection, scope()).catch((error: Error) => error.message)
    expect(refused).to.contain(`The rebuild of ${organization} is not finished, so nothing was dropped`)
    await installation.feedOf(organization, [supplierOf('R-1', 2)])
    await rebuildOrganization(graph, connection, { ...scope(), organization })
    await finished(organization)
    await settled()
    expectSame(lines, await linesOf(organization))
  })

  it('rebuilds all organizations in turn, the largest last, and tells which ones are left if it is interrupted', async () => {
    const { organization } = installation
    await installation.feedOf(
      other,
      Array.from({ length: 100 }, (_, n) => supplierOf(`Q-${n}`, 1)),
    )
    await settled()
    const before = [await linesOf(organization), await linesOf(other)]
    const { code, stderr } = await tda(installation.settings, ['rebuild', '--yes'])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    const order = [...stderr.matchAll(/^Rebuilding (\w+) \(\d of 2\)\.$/gm)].map(([, key]) => key)
    expect(order).to.deep.equal([organization, other])
    await settled()
    expectSame(before[0] ?? [], await linesOf(organization))
    expectSame(before[1] ?? [], await linesOf(other))

    const stopped = await tda(installation.settings, ['rebuild', '--yes'], 'Dropped')
    expect(stopped.stderr).to.contain(`Not rebuilt: ${other}.`)
    expect(await statusOf(other)).to.equal(200)
    await tda(installation.settings, ['rebuild', organization, '--yes'])
    await settled()
  })

  it('is refused for the whole graph until the projectors have passed what a rebuild has applied', async () => {
    const { organization, groupId } = installation
    const organizationGroup = groupOfOrganization(groupId, organization)
    await updateNodes(graph, 'Offset', { groupId: organizationGroup, partition: 0 }, { handedOverAt: 1_000_000 })
    const refused = await rebuild(graph, installation.connection, scope()).catch((error: Error) => error.message)
    expect(refused).to.contain(`The rebuild of ${organization} is not finished`)
    await updateNodes(graph, 'Offset', { groupId: organizationGroup, partition: 0 }, { handedOverAt: 0 })
  })

  it('refuses an unknown organization, and a gap', async () => {
    const unknown = await tda(installation.settings, ['rebuild', 'unregistered', '--yes'])
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.contain('There is no organization unregistered')
    const gap = await tda(installation.settings, ['rebuild', other, '--yes', '--accept-gap'])
    expect(gap.stderr).to.contain('--accept-gap requires --together')
    expect(await readNodes(graph, 'ProjectorGroup', { stage: 'dropping' }, ['groupId'])).to.deep.equal([])
  })
})
