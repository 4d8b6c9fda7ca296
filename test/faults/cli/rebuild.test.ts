import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createProjectionReader } from '../../../api/core/projection-reader.ts'
import { tools } from '../../../api/mcp/tools/index.ts'
import { operations } from '../../../api/operations/index.ts'
import { rebuild } from '../../../cli/rebuild/rebuild.ts'
import { listTokens } from '../../../cli/tokens.ts'
import { listSnapshots } from '../../../cypher/bom/read-snapshots.ts'
import { connectGraph, type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { createInvalidations, lockReconciliation } from '../../../cypher/exceptions/queue.ts'
import { createExport, getExport } from '../../../cypher/exports/exports.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { advanceOffset, claimOffset, listOffsets } from '../../../cypher/system/offsets.ts'
import { getRebuild } from '../../../cypher/system/rebuild.ts'
import { reconcileSome } from '../../../projector/exceptions/reconcile-some.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import type { Scope } from '../../../schemas/scopes.ts'
import { startApi, type TestApi } from '../../support/api/api.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { expectSame } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'
import { connectedFeed, deletedLinkFeed, exportJob, ghosts, linkFeed } from '../../support/graph/rebuild-feed.ts'
import { answerTo, readsOfAll, startReaders } from '../../support/graph/rebuild-readers.ts'
import { bomHistoryOf, connectedOf, projectionsOf } from '../../support/graph/rebuilt-graph.ts'
import { countNodes, createNode, everyNode, readNodes, updateNodes } from '../../support/graph/stored-nodes.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { issuerOf } from '../../support/organization.ts'
import { recordsOf } from '../../support/processes/kafka.ts'
import { withAdmin } from '../../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { documents, tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

const SUPPLIERS = 300

describe('tda rebuild', () => {
  const auditFolder = mkdtempSync(join(tmpdir(), 'tda-audit-'))
  let own: OwnGraph
  let graph: Graph
  let installation: Installation
  let api: TestApi
  let token: string

  before(async () => {
    own = await startOwnGraph()
    const { variables } = own
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }), patient)
    await migrate(graph)
    installation = await openInstallation({ ...variables, AUDIT_SPOOL: auditFolder })
    const { organization, groupId } = installation
    api = await startApi({ operations, tools, variables: { ...variables, PROJECTOR_GROUP: groupId } })
    const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read', 'mcp:read']
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const issued = { scopes, quota: 1_000_000, kind: 'mcp' as const, expiresAt: soon }
    token = (await issuerOf(graph, organization)(issued)).text
  })

  after(async () => {
    await api.close()
    await installation.close()
    await graph.close()
    await own.remove()
    rmSync(auditFolder, { recursive: true, force: true })
  })

  const run = (...args: string[]) => tda(installation.settings, ['rebuild', '--together', '--yes', ...args])
  const options = () => ({
    groupId: installation.groupId,
    topics: [installation.topic, installation.topics.bom.name],
    acceptGap: false,
    expectedPartitions: 12,
  })
  const inThisProcess = (more: Partial<Parameters<typeof rebuild>[2]>) =>
    rebuild(graph, installation.connection, { ...options(), ...more })

  const projections = () => projectionsOf(graph)
  const connected = () => connectedOf(graph)

  const countOf = (label: string) => countNodes(graph, label)

  const rebuildOf = async (groupId: string) => (await graph.read(getRebuild, null, { groupId }))[0]
  const finished = () =>
    until('the end of the rebuild', async () => (await rebuildOf(installation.groupId))?.stage === null, 240_000)

  const readsOf = () => readsOfAll(graph, api, token, installation.organization)

  it('prints its plan, and changes nothing without --yes', async () => {
    const { organization, feed, publish, start, caughtUp } = installation
    const projector = await start()
    await projector.untilReady()
    await feed(Array.from({ length: SUPPLIERS }, (_, n) => supplierOf(`R-${n}`, 1)))
    await feed([{ ...supplierOf('R-0', 2), data: null }, supplierOf('R-1', 2)])
    await feed(linkFeed)
    await feed(deletedLinkFeed)
    await feed(connectedFeed)
    await publish(randomPublications(organization, 3))
    await caughtUp()
    await reconciled(graph, organization)
    const before = await projections()

    const dry = await tda(installation.settings, ['--json', 'rebuild', '--together', '--dry-run'])
    expect({ code: dry.code }, dry.stderr).to.deep.equal({ code: 0 })
    const [plan] = documents(dry)
    expect(plan.drops).to.include({ publications: 3, sourceRecords: 3, positions: 1 })
    expect(plan.drops.nodes).to.equal(await countOf('Projected'))
    expect(plan.records).to.be.greaterThan(SUPPLIERS)
    expect(plan.partitions).to.equal(24)
    const drops = plan.drops.nodes.toLocaleString('en')
    expect(dry.stderr).to.match(new RegExp(`^A rebuild drops ${drops} nodes and \\d+ links of all organizations`))

    const unasked = await tda(installation.settings, ['rebuild', '--together'])
    expect(unasked.code).to.equal(1)
    expect(unasked.stderr).to.contain(
      'tda: There is no terminal to ask for confirmation. Use --yes to rebuild, or --dry-run.\n',
    )
    const refused = await tda(installation.settings, ['rebuild', '--together'], undefined, async () => false)
    expect(refused.code).to.equal(0)
    expect(refused.stderr).to.contain('Nothing was changed.\n')
    expect(await projections()).to.deep.equal(before)
    expect(await rebuildOf(installation.groupId)).to.deep.equal({ generation: 0, stage: null })
  })

  it('restores the same graph while projectors run, and removes nodes that no event in Kafka describes', async () => {
    const { organization, caughtUp, offsets } = installation
    const before = await projections()
    const history = await bomHistoryOf(graph)
    expect(history.length).to.be.above(100)
    const told = await connected()
    expect(told).to.have.length.greaterThan(11)
    const epochs = await offsets()
    const tokens = await listTokens(graph, organization)
    expect(await countOf('DeletedLink')).to.equal(1)
    const ghost = { tenantKey: 'ghost', id: '1', type: 'style', words: 'ghost' }
    await createNode(graph, 'Projected:Entity:Listed', ghost)
    // A projector of an earlier version writes such nodes, which no event describes.
    for (const [label, key] of Object.entries(ghosts))
      await createNode(graph, label, { tenantKey: 'ghost', [key]: '1' })
    await createNode(graph, 'Applied', { tenantKey: 'ghost', topic: 't', partition: 0 })
    const nodes = await countOf('Projected')

    await graph.write((write) => write(createExport, organization, exportJob))

    const { code, stderr } = await tda(installation.settings, ['rebuild', '--together'], undefined, async () => true)
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    expect(stderr).to.contain(`Dropped ${nodes + Object.keys(ghosts).length + 1} nodes.`)
    expect(await graph.read(getExport, organization, { id: exportJob.id })).to.have.length(1)
    const resolved = { tenantKey: organization, exceptionId: 'resolved-1', status: 'resolved' }
    await createNode(graph, `Projected:PositionException:\`${tenantLabel(organization)}\``, resolved)
    await caughtUp()
    await finished()
    expect(await countNodes(graph, 'PositionException', resolved)).to.equal(0)
    expectSame(before, await projections())
    expectSame(told, await connected())
    expectSame(history, await bomHistoryOf(graph))
    expect(await rebuildOf(installation.groupId)).to.deep.equal({ generation: 2, stage: null })
    expect(await everyNode(graph, 'ghost')).to.deep.equal([])
    expect(await listTokens(graph, organization)).to.deep.equal(tokens)
    for (const [partition, { epoch }] of await offsets()) {
      expect(epoch).to.be.greaterThan(epochs.get(partition)?.epoch ?? 0)
    }
  })

  it('rejects reads until all data is restored, and then serves all of it', async () => {
    const { organization, groupId } = installation
    await reconciled(graph, organization)
    const reads = await readsOf()
    const covered = new Set(reads.map(({ operationId }) => operationId))
    const reading = operations.filter(({ tag }) => tag !== 'Exports').map(({ operationId }) => operationId)
    expect([...covered].sort()).to.deep.equal(reading.sort())
    const readers = await startReaders(api, token, reads)
    const gauge = async () =>
      (await (await fetch(`${api.adminUrl}/metrics`)).text()).match(/^tda_rebuilding (\d)$/m)?.[1]
    expect(await gauge()).to.equal('0')
    let isAsked = false
    const onProgress = async () => {
      if (isAsked) return
      isAsked = true
      const exported = (body: object) =>
        answerTo(api, token, { operationId: 'createExport', path: '/v1/exports', body })
      const codeOf = ({ text }: { text: string }) => JSON.parse(text).code
      expect(codeOf(await exported({ kind: 'bom_yield_changes', parameters: { to: '2026-01-03' } }))).to.equal(
        'rebuilding',
      )
      expect((await exported({ kind: 'entities' })).status).to.equal(200)
      const listed = { operationId: 'listExports', path: '/v1/exports' }
      const newest = async () => JSON.parse((await answerTo(api, token, listed)).text).data?.[0]
      expect(await until('the newest export', newest)).to.include({ kind: 'entities', status: 'queued' })
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_entities', arguments: {} } }
      const called = await answerTo(api, token, { operationId: 'mcp', path: '/mcp', body: call })
      expect(called).to.include({ status: 503 })
      expect(codeOf(called)).to.equal('rebuilding')
      await until('the gauge', async () => (await gauge()) === '1')
      const ready = await fetch(`${api.adminUrl}/readyz`)
      expect({ status: ready.status, ...((await ready.json()) as object) }).to.include({
        status: 'ok',
        rebuilding: true,
      })
    }
    await inThisProcess({ onProgress })
    await finished()
    const { whole } = readers.seen
    await until('whole answers', () => readers.seen.whole > whole + 2 * reads.length)
    await readers.stop()
    expect(readers.wrong).to.deep.equal([])
    expect(readers.seen.rebuilding).to.be.greaterThan(reads.length)
    expect((await rebuildOf(groupId))?.generation).to.equal(4)
  })

  it('never mixes two generations of the graph in the reads of one request', async () => {
    const { organization, groupId } = installation
    const begin = async () => {
      const generation = Number((await rebuildOf(groupId))?.generation) + 2
      await updateNodes(graph, 'ProjectorGroup', { groupId }, { generation })
    }
    let beforeRead = async () => {}
    const interposed: Graph = {
      ...graph,
      async readWithGeneration(...given) {
        await beforeRead()
        return graph.readWithGeneration(...given)
      },
    }
    const reader = createProjectionReader(interposed, groupId)
    const read = (one: ReturnType<typeof reader.of>) =>
      one.read(listSnapshots, { before: Number.MAX_SAFE_INTEGER, limit: 1 }).then(
        (rows) => rows.length,
        (error) => error.code ?? String(error),
      )
    const first = reader.of(organization)
    expect(await read(first)).to.equal(1)
    await begin()
    expect(await read(first), 'a request that read before the rebuild began').to.equal('rebuilding')
    let times = 0
    beforeRead = async () => {
      if (times++ === 0) await begin()
    }
    expect(await read(reader.of(organization)), 'a request that reads for the first time').to.equal(1)
    expect(times).to.equal(2)
  })

  it('blocks writes of projectors from its first to its last step, and resumes after an interruption', async () => {
    const { feed, caughtUp } = installation
    const before = await projections()
    const interrupted = await tda(installation.settings, ['rebuild', '--together', '--yes'], 'links.')
    expect(interrupted.code).to.equal(130)
    expect(interrupted.stderr).to.contain(
      'tda: Interrupted. Run `tda rebuild --together` again: until then the projectors wait, and reads return 503 `rebuilding`.\n',
    )
    expect((await rebuildOf(installation.groupId))?.stage).to.equal('dropping')
    expect(await answerTo(api, token, { operationId: 'searchEntities', path: '/v1/entities' })).to.include({
      status: 503,
    })
    const left = await projections()
    await feed([supplierOf('R-new', 1)])
    const fedAt = Date.now()
    await until('some seconds', () => Date.now() - fedAt > 2500)
    expect(await projections()).to.deep.equal(left)
    expect(left.length).to.be.within(SUPPLIERS, before.length - 1)

    expect((await run()).code).to.equal(0)
    await caughtUp()
    const after = await projections()
    expectSame(
      before,
      after.filter((row) => !row.includes('R-new')),
    )
    expect(after.length).to.be.greaterThan(before.length)
  })

  it('waits for running reconciliations when it begins, and blocks new ones', async () => {
    const { organization, groupId } = installation
    const rows = [{ kind: 'everything', key: 'late', other: '', hint: '', after: '' }]
    let rebuilt: Promise<number> | undefined
    await graph.write(async (write) => {
      await write(lockReconciliation, organization, {})
      rebuilt ??= inThisProcess({
        onProgress: async () => {
          expect(await reconcileSome(graph, groupId, organization)).to.equal(null)
        },
      })
      await until(
        'the rebuild to begin',
        async () => (await countNodes(graph, 'ProjectorGroup', { stage: 'dropping' })) > 0,
      )
      await write(createInvalidations, organization, { rows })
    })
    await rebuilt
    await installation.caughtUp()
    expect(await countNodes(graph, 'Invalidation', { key: 'late' })).to.equal(0)
  })

  it('rejects the writes of a projector that was suspended during the rebuild', async () => {
    const { feed, start, caughtUp } = installation
    const sleeper = await start()
    await sleeper.untilReady()
    const before = await projections()
    await sleeper.suspend()
    await feed(Array.from({ length: SUPPLIERS }, (_, n) => supplierOf(`R-${n}`, 3)))
    expect((await run()).code).to.equal(0)
    sleeper.signal('SIGCONT')
    await caughtUp()
    const after = await projections()
    expect(after).to.have.length(before.length + 1)
    expect(after.filter((row) => row.includes('"words"') && /Mill R-\d+ 3\b/.test(row))).to.have.length(SUPPLIERS)
    sleeper.signal('SIGTERM')
    await sleeper.ended
  })

  it('stops when another rebuild has taken over, and keeps what projectors wrote after that rebuild', async () => {
    const before = await countOf('Entity')
    let other: Promise<number> | undefined
    const first = inThisProcess({
      onProgress: async () => {
        other ??= inThisProcess({})
        await other
        await installation.caughtUp()
      },
    })
    expect(await first.then(String, (error: Error) => error.message)).to.equal(
      'Another `tda rebuild` has taken over, so this one stopped',
    )
    expect(await countOf('Entity')).to.equal(before)
  })

  it('fails and changes nothing when the topic is not the one that the graph was built from', async () => {
    const { groupId, topic } = installation
    const before = await projections()
    const offset = { groupId, topic, partition: 3 }
    const name = (topicId: string) => updateNodes(graph, 'Offset', offset, { topicId })
    const [row] = await readNodes(graph, 'Offset', offset, ['topicId'])
    await name('another')
    const refused = await run()
    await name(String(row?.topicId))
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.equal(
      `tda: ${topic} is not the topic that the graph was built from. Earlier events would be lost. ` +
        'Use --accept-gap to rebuild without them.\n',
    )
    expect(await projections()).to.deep.equal(before)
  })

  it('fails and changes nothing when the oldest events are gone, unless --accept-gap is given', async () => {
    const { connection, topic, ends, caughtUp } = installation
    const before = await projections()
    const [cut] = (await ends()).filter(({ high }) => high > 10n)
    if (!cut) throw new Error('no partition has enough records')
    const partitions = [{ partition: cut.partition, offset: '10' }]
    await withAdmin(connection, async (admin) => {
      await connection.untilLed(() => admin.fetchTopicOffsets(topic))
      await admin.deleteTopicRecords({ topic, partitions })
    })
    const refused = await run()
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.equal(
      `tda: ${topic}/${cut.partition} begins at 10, not at 0. Earlier events would be lost. ` +
        'Use --accept-gap to rebuild without them.\n',
    )
    expect(await projections()).to.deep.equal(before)
    expect((await run('--accept-gap')).code).to.equal(0)
    await caughtUp()
    expect((await projections()).length).to.be.within(1, before.length)
  })

  it('writes an audit record for each rebuild that changed data, including the interrupted one', async () => {
    const { connection, topics } = installation
    const records = await recordsOf(connection, topics.audit.name)
    const changes = records.map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    const common = { interface: 'cli', operation: 'rebuild', organization: null }
    for (const change of changes) expect(change).to.include(common)
    expect(changes.map(({ parameters }) => parameters.acceptGap)).to.deep.equal([false, false, false, false, true])
    expect(changes[0]?.rows).to.be.greaterThan(SUPPLIERS)
    expect(changes[1]?.rows).to.be.within(1, (changes[0]?.rows ?? 0) - SUPPLIERS)
  })

  it('ends the claim of a projector on a partition of which nothing was applied yet', async () => {
    const { topic } = installation
    const place = { groupId: 'another-group', topic, partition: 0, owner: 'sleeper' }
    const ids = { clusterId: 'c', topicId: 't', partitions: 12, expectedPartitions: 12, logStart: 0 }
    const [claim] = await graph.write((run) => run(claimOffset, null, { ...place, ...ids }))
    await inThisProcess({ groupId: place.groupId, acceptGap: true })
    // No projector of that group runs, so the rebuild stays at the stage in which events are applied.
    expect(await rebuildOf(place.groupId)).to.deep.equal({ generation: 1, stage: 'applying' })
    const move = { ...place, epoch: claim?.epoch ?? 0, from: 0, to: 5 }
    const [stood] = await graph.write((run) => run(advanceOffset, null, move))
    expect(stood?.epoch).to.be.greaterThan(move.epoch)
    expect((await graph.read(listOffsets, null, { groupId: place.groupId })).map(({ next }) => next)).not.to.include(5)
  })
})
