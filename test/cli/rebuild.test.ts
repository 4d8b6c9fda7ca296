import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { rebuild } from '../../cli/rebuild.ts'
import { issueToken, listTokens } from '../../cli/tokens.ts'
import { connectGraph, type Graph } from '../../cypher/connect.ts'
import { createExport, getExport } from '../../cypher/exports.ts'
import { migrate } from '../../cypher/migrate.ts'
import { advanceOffset, claimOffset, listOffsets } from '../../cypher/offsets.ts'
import { getRebuilds } from '../../cypher/rebuild.ts'
import { addMarks, holdReconciliation } from '../../cypher/reconcile.ts'
import { type Databases, startDatabases } from '../../dev/runtime/start-databases.ts'
import { untilLed } from '../../kafka/until-led.ts'
import { withAdmin } from '../../kafka/with-admin.ts'
import { subjectText } from '../../projector/connected/subjects.ts'
import { reconcileSome } from '../../projector/reconcile/reconcile-some.ts'
import { AuditRecord } from '../../schemas/audit.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { expectSame } from '../support/graph-lines.ts'
import { recordsOf } from '../support/kafka.ts'
import { type Installation, openInstallation } from '../support/projector.ts'
import { randomPublications } from '../support/random-boms.ts'
import { connectedFeed, deletedLinkFeed, exportJob, ghosts, linkFeed } from '../support/rebuild-feed.ts'
import { bomHistoryOf, connectedOf, projectionsOf } from '../support/rebuilt-graph.ts'
import { supplierOf } from '../support/source-event.ts'
import { tda } from '../support/tda.ts'
import { until } from '../support/until.ts'

const SUPPLIERS = 300

describe('tda rebuild', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tda-neo4j-'))
  let databases: Databases
  let graph: Graph
  let installation: Installation

  before(async () => {
    databases = await startDatabases({ dataFolder, neo4j: true, kafka: false, neo4jPort: 0 })
    const variables = { NEO4J_URI: databases.neo4jUri ?? '' }
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }))
    await migrate(graph)
    installation = await openInstallation({ ...variables, AUDIT_SPOOL: join(dataFolder, 'audit') })
  })

  after(async () => {
    await installation.close()
    await graph.close()
    await databases.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  const run = (...args: string[]) => tda(installation.settings, ['rebuild', ...args])
  const options = () => ({
    groupId: installation.groupId,
    topics: [installation.topic, installation.topics.bom.name],
    acceptGap: false,
  })
  const inThisProcess = (more: Partial<Parameters<typeof rebuild>[2]>) =>
    rebuild(graph, installation.connection, { ...options(), ...more })

  const projections = () => projectionsOf(graph)
  const connected = () => connectedOf(graph)

  async function countOf(label: string): Promise<number> {
    const [row] = await graph.execute(`MATCH (n:${label}) RETURN count(n) AS count`)
    return Number(row?.count)
  }

  const rebuildsOf = (groupId: string) => graph.read(getRebuilds, null, { groupId })

  it('gives the same graph as before, without what the log does not say, while projectors run', async () => {
    const { organization, feed, start, caughtUp, offsets } = installation
    const now = new Date()
    const token = { organization, name: 'x', scopes: ['graph:read'], expiresAt: null, region: 'local', now }
    const { credential } = await issueToken(graph, token)
    const projector = await start()
    await projector.untilReady()
    await feed(Array.from({ length: SUPPLIERS }, (_, n) => supplierOf(`R-${n}`, 1)))
    await feed([{ ...supplierOf('R-0', 2), data: null }, supplierOf('R-1', 2)])
    await feed(linkFeed)
    await feed(deletedLinkFeed)
    await feed(connectedFeed)
    await caughtUp()
    const before = await projections()
    const told = await connected()
    expect(told).to.have.length.greaterThan(11)
    const epochs = await offsets()
    expect(await countOf('Entity')).to.equal(SUPPLIERS)
    expect(await countOf('DeletedLink')).to.equal(1)
    await graph.execute('CREATE (:Entity:Listed {tenantKey: "ghost", id: "1", type: "style", words: "ghost"})')
    for (const [label, key] of Object.entries(ghosts))
      await graph.execute(`CREATE (:${label} {tenantKey: 'ghost', ${key}: '1'})`)
    await graph.execute("CREATE (:Applied {tenantKey: 'ghost', topic: 't', partition: 0})")

    await graph.write((write) => write(createExport, organization, exportJob))

    const { code, stderr } = await run()
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    expect(stderr).to.contain(`Dropped ${SUPPLIERS + 1} entities.`)
    expect(await graph.read(getExport, organization, { id: exportJob.id })).to.have.length(1)
    await caughtUp()
    expectSame(before, await projections())
    expectSame(told, await connected())
    expect(await rebuildsOf(installation.groupId)).to.deep.equal([{ rebuilds: 1, isGoingOn: false }])
    expect(await graph.execute("MATCH (n) WHERE n.tenantKey = 'ghost' RETURN labels(n) AS labels")).to.deep.equal([])
    expect(await listTokens(graph, organization)).to.deep.equal([credential])
    for (const [partition, { epoch }] of await offsets()) {
      expect(epoch).to.be.greaterThan(epochs.get(partition)?.epoch ?? 0)
    }
  })

  it('keeps projectors from writing from its first to its last step, and goes on after an interruption', async () => {
    const { feed, caughtUp } = installation
    const before = await projections()
    const interrupted = await tda(installation.settings, ['rebuild'], 'claims')
    expect(interrupted.code).to.equal(130)
    expect(interrupted.stderr).to.contain('tda: Interrupted: the projectors wait until `tda rebuild` is run again\n')
    const left = await projections()
    await feed([supplierOf('R-new', 1)])
    const fedAt = Date.now()
    await until('some seconds', () => Date.now() - fedAt > 4000)
    expect(await projections()).to.deep.equal(left)
    expect(left).to.have.length(SUPPLIERS + 1)

    expect((await run()).code).to.equal(0)
    await caughtUp()
    const after = await projections()
    expectSame(
      before,
      after.filter((row) => !row.includes('R-new')),
    )
    expect(after.length).to.be.greaterThan(before.length)
  })

  it('waits for those who reconcile when it begins, and lets nobody begin meanwhile', async () => {
    const { organization, groupId } = installation
    const mark = { id: 'late', subjects: [subjectText(['all'])], times: ['2027-03-14T02:10:00.000Z'] }
    let rebuilt: Promise<number> | undefined
    await graph.write(async (write) => {
      await write(holdReconciliation, organization, {})
      rebuilt ??= inThisProcess({
        onProgress: async () => {
          expect(await reconcileSome(graph, groupId, organization)).to.equal(false)
        },
      })
      await until(
        'the rebuild to begin',
        async () => (await graph.execute('MATCH (g:ProjectorGroup {rebuilding: true}) RETURN g')).length > 0,
      )
      await write(addMarks, organization, { rows: [mark] })
    })
    await rebuilt
    await installation.caughtUp()
    expect(await graph.execute("MATCH (r:Recheck {id: 'late'}) RETURN r.id AS id")).to.deep.equal([])
  })

  it('fences a projector that slept through it', async () => {
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
    expect(after.filter((row) => row.includes('"words"') && row.includes(' 3'))).to.have.length(SUPPLIERS)
    sleeper.signal('SIGTERM')
    await sleeper.ended
  })

  it('stops when another one has taken over, and drops nothing of what projectors wrote after that one', async () => {
    let other: Promise<number> | undefined
    const first = inThisProcess({
      onProgress: async () => {
        other ??= inThisProcess({})
        await other
        await installation.caughtUp()
      },
    })
    expect(await first.then(String, (error: Error) => error.message)).to.equal(
      'Another `tda rebuild` has taken over: this one stops',
    )
    expect(await countOf('Entity')).to.equal(SUPPLIERS + 1)
  })

  it('refuses a topic that is another one than the graph was filled from, and changes nothing then', async () => {
    const { groupId, topic } = installation
    const before = await projections()
    const name = (topicId: string) =>
      graph.execute(
        'MATCH (o:Offset {groupId: $groupId, topic: $topic, partition: 3}) WITH o, o.topicId AS was SET o.topicId = $topicId RETURN was',
        { groupId, topic, topicId },
      )
    const [row] = await name('another')
    const refused = await run()
    await name(String(row?.was))
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.equal(
      `tda: ${topic} is not the topic that the graph was filled from: the events before would be lost; ` +
        'give --accept-gap to rebuild without them\n',
    )
    expect(await projections()).to.deep.equal(before)
  })

  it('refuses a log whose start is gone, changes nothing then, and goes on when told to', async () => {
    const { connection, topic, ends, caughtUp } = installation
    const before = await projections()
    const [cut] = (await ends()).filter(({ high }) => high > 10n)
    if (!cut) throw new Error('no partition has enough records')
    const partitions = [{ partition: cut.partition, offset: '10' }]
    await withAdmin(connection, async (admin) => {
      await untilLed(() => admin.fetchTopicOffsets(topic))
      await admin.deleteTopicRecords({ topic, partitions })
    })
    const refused = await run()
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.equal(
      `tda: ${topic}/${cut.partition} begins at 10, not at 0: the events before would be lost; ` +
        'give --accept-gap to rebuild without them\n',
    )
    expect(await projections()).to.deep.equal(before)
    expect((await run('--accept-gap')).code).to.equal(0)
    await caughtUp()
    expect((await projections()).length).to.be.within(1, before.length)
  })

  it('leaves an audit record of each that took effect, also of the interrupted one', async () => {
    const { connection, topics } = installation
    const records = await recordsOf(connection, topics.audit.name)
    const changes = records.map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    const common = { interface: 'cli', operation: 'rebuild', organization: null }
    for (const change of changes) expect(change).to.include(common)
    expect(changes.map(({ parameters }) => parameters.acceptGap)).to.deep.equal([false, false, false, false, true])
    expect(changes[0]?.rows).to.be.greaterThan(SUPPLIERS)
    expect(changes[1]?.rows).to.be.within(1, (changes[0]?.rows ?? 0) - SUPPLIERS)
  })

  it('ends a claim also where nothing was applied yet', async () => {
    const { topic } = installation
    const place = { groupId: 'another-group', topic, partition: 0, owner: 'sleeper' }
    const ids = { clusterId: 'c', topicId: 't', logStart: 0 }
    const [claim] = await graph.write((run) => run(claimOffset, null, { ...place, ...ids }))
    await inThisProcess({ groupId: place.groupId, acceptGap: true })
    // Nobody reads the log for that group.
    expect(await rebuildsOf(place.groupId)).to.deep.equal([{ rebuilds: 1, isGoingOn: true }])
    const move = { ...place, epoch: claim?.epoch ?? 0, from: 0, to: 5 }
    const [stood] = await graph.write((run) => run(advanceOffset, null, move))
    expect(stood?.epoch).to.be.greaterThan(move.epoch)
    expect((await graph.read(listOffsets, null, { groupId: place.groupId })).map(({ next }) => next)).not.to.include(5)
  })

  it('gives the same BOM history as before', async () => {
    const { organization, publish, start, caughtUp } = installation
    await publish(randomPublications(organization, 3))
    const projector = await start()
    await caughtUp()
    const before = await bomHistoryOf(graph)
    expect(before.length).to.be.above(100)
    expect((await run('--accept-gap')).code).to.equal(0)
    await caughtUp()
    expect(await bomHistoryOf(graph)).to.deep.equal(before)
    projector.signal('SIGTERM')
    await projector.ended
  })
})
