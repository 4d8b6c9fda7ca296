import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { type OwnBroker, startOwnBroker } from '../../kafka/own-broker.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { freshOrganization } from '../../support/graph/graph.ts'
import { expectSame } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'
import { connectedFeed, linkFeed } from '../../support/graph/rebuild-feed.ts'
import { bomHistoryOf, connectedOf, projectionsOf } from '../../support/graph/rebuilt-graph.ts'
import { mixedRecords } from '../../support/log/mixed-records.ts'
import { rawLog, textsByPartition } from '../../support/log/raw-log.ts'
import { reconciled } from '../../support/materials/reconciled.ts'
import { quiet } from '../../support/processes/kafka.ts'
import { type Installation, openInstallation, register } from '../../support/processes/projector.ts'
import { documents, startTda, tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

/** Number of times that a copy is killed. The moments are random, and the same for the same seed. */
const KILLS = Number(process.env.LOG_COPY_KILLS ?? 3)
const SEED = Number(process.env.LOG_COPY_SEED ?? 20261)
const BATCH = 60
const PAUSE_MS = 500
const roles = ['records', 'bom'] as const

/** Pseudorandom numbers from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('tda log copy to another cluster', function () {
  this.timeout(900_000 + KILLS * 60_000)
  const auditFolder = mkdtempSync(join(tmpdir(), 'tda-audit-'))
  const [other, laterBrand] = [freshOrganization(), freshOrganization()]
  let own: OwnGraph
  let graph: Graph
  let broker: OwnBroker
  let target: KafkaConnection
  let installation: Installation

  before(async () => {
    own = await startOwnGraph()
    broker = await startOwnBroker()
    const variables = { ...own.variables, AUDIT_SPOOL: auditFolder }
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }), patient)
    await migrate(graph)
    installation = await openInstallation(variables)
    await register(graph, other)
    target = connectKafka(parseEnvironment({ KAFKA_BROKERS: brokers() }), 'test', quiet)
  })
  after(async () => {
    await installation.close()
    await graph.close()
    await broker.remove()
    await own.remove()
    rmSync(auditFolder, { recursive: true, force: true })
  })

  const brokers = () => broker.address
  const logOf = (role: (typeof roles)[number]) => rawLog(installation.connection, installation.topics[role].name)
  const copyOf = (role: (typeof roles)[number], prefix = installation.settings.KAFKA_TOPIC_PREFIX) =>
    rawLog(target, topicTable(prefix)[role].name)

  /** Everything that a rebuild restores of one organization. */
  const linesOf = async (organization: string) =>
    [...(await projectionsOf(graph)), ...(await bomHistoryOf(graph)), ...(await connectedOf(graph))].filter((line) =>
      line.includes(organization),
    )

  /** Number of records in the target. Its topics may not exist yet. */
  const copiedCount = async () => {
    const names = roles.map((role) => installation.topics[role].name)
    const ends = await target.endOffsets(names).catch(() => [])
    return ends.reduce((sum, { high }) => sum + Number(high), 0)
  }

  /** Sends records of both organizations and of none until it is stopped. */
  function sendSteadily(organizations: string[]) {
    const { send, topics } = installation
    let isStopped = false
    const sending = (async () => {
      for (let seed = SEED; !isStopped; seed += 1) {
        const records = mixedRecords(organizations, BATCH, seed)
        await send(records.map((record, at) => (at % 10 === 0 ? { ...record, topic: topics.bom.name } : record)))
        await delay(PAUSE_MS)
      }
    })()
    return async () => {
      isStopped = true
      await sending
    }
  }

  it(`leaves one organization out of the copy, byte for byte, with ${KILLS} kills while events are sent`, async () => {
    const { settings, organization, feedOf, publishOf } = installation
    const suppliers = Array.from({ length: 300 }, (_, n) => supplierOf(`R-${n % 50}`, n))
    for (const key of [organization, other]) {
      await feedOf(key, [...suppliers, ...linkFeed, ...connectedFeed])
      await publishOf(key, 2)
    }
    const stop = sendSteadily([organization, other, laterBrand])
    const args = ['log', 'copy', '--to', brokers(), '--without', organization, '--follow']
    const random = randomFrom(SEED)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = startTda(settings, args)
      const [stderr, closed] = [text(child.stderr), once(child, 'close')]
      const before = await copiedCount()
      const wanted = before + 1 + Math.floor(random() * 150)
      await until('some progress', async () => child.exitCode !== null || (await copiedCount()) >= wanted, 120_000)
      await delay(random() * 50)
      child.kill('SIGKILL')
      await closed
      expect(child.signalCode, await stderr).to.equal('SIGKILL')
    }
    const last = startTda(settings, ['--json', ...args])
    const [stdout, stderr, closed] = [text(last.stdout), text(last.stderr), once(last, 'close')]
    const before = await copiedCount()
    await until('more progress', async () => last.exitCode !== null || (await copiedCount()) > before + BATCH, 120_000)
    await stop()
    const source = Object.fromEntries(
      await Promise.all(roles.map(async (role) => [role, await logOf(role)] as const)),
    ) as Record<(typeof roles)[number], Awaited<ReturnType<typeof logOf>>>
    const kept = (role: (typeof roles)[number]) => source[role].filter(({ bytes }) => !bytes.includes(organization))
    const expected = kept('records').length + kept('bom').length
    await until(
      'the copy of everything',
      async () => last.exitCode !== null || (await copiedCount()) >= expected,
      120_000,
    )
    last.kill('SIGINT')
    const [code] = await closed
    expect({ code }, await stderr).to.deep.equal({ code: 0 })
    expect(await stderr).to.match(/^Lag: \d+ records\.$/m)
    expect(await stderr).to.contain('The copy was read back, and it equals the selected records.')
    const [report] = documents({ stdout: await stdout, stderr: '', code })
    expect(report).to.include({ copied: expected, source: source.records.length + source.bom.length, lag: 0 })
    for (const role of roles) {
      const copied = await copyOf(role)
      expect(textsByPartition(copied)).to.deep.equal(textsByPartition(kept(role)))
      expect(copied.filter(({ bytes }) => bytes.includes(organization))).to.deep.equal([])
      expect(source[role].length - copied.length).to.be.above(20)
    }
  })

  it('is a log from which a rebuild restores the same graph of the other organization, and nothing of this one', async () => {
    const { settings, organization, caughtUp } = installation
    const original = await installation.startHere()
    await caughtUp()
    await reconciled(graph, organization)
    await reconciled(graph, other)
    const [before, erased] = [await linesOf(other), await linesOf(organization)]
    expect([before.length, erased.length].every((length) => length > 300)).to.equal(true)
    await original.stop()

    const moved = { ...settings, KAFKA_BROKERS: brokers() }
    const rebuilt = await tda(moved, ['rebuild', '--together', '--yes', '--accept-gap'])
    expect({ code: rebuilt.code }, rebuilt.stderr).to.deep.equal({ code: 0 })
    const projector = await installation.startHere({ KAFKA_BROKERS: brokers() })
    await until(
      'the end of the rebuild',
      async () =>
        (await projector.metrics()).get('tda_projector_rebuilding') === 0 &&
        projector.lines('rebuild finished').length === 1,
      240_000,
    )
    await reconciled(graph, other)
    expectSame(before, await linesOf(other))
    expect(await linesOf(organization)).to.deep.equal([])
    expect((await tda(moved, ['check'])).stdout).to.equal('')
    await projector.stop()
  })

  it('moves only one organization to the topics of another installation', async () => {
    const { settings, organization } = installation
    const prefix = 'moved.'
    const ran = await tda(settings, ['log', 'copy', '--to', brokers(), '--to-prefix', prefix, '--only', other])
    expect({ code: ran.code }, ran.stderr).to.deep.equal({ code: 0 })
    for (const role of roles) {
      const isTruncated = (value: Buffer | null) => value?.toString().endsWith('"data":') ?? false
      const copied = await copyOf(role, prefix)
      expect(textsByPartition(copied)).to.deep.equal(
        textsByPartition(
          (await logOf(role)).filter(({ bytes, value }) => bytes.includes(other) && !isTruncated(value)),
        ),
      )
      expect(copied.filter(({ bytes }) => bytes.includes(organization) || bytes.includes(laterBrand))).to.deep.equal([])
    }
  })
})
