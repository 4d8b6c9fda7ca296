import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { rebuild } from '../../cli/rebuild/rebuild.ts'
import { migrate } from '../../cypher/migrate.ts'
import type { Restartable } from '../../dev/runtime/restartable.ts'
import type { Envelope } from '../../schemas/records/record-events.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { type ApiProcess, startApiProcess } from '../support/api/api-process.ts'
import { publicationsApart } from '../support/bom/random-publications.ts'
import { supplierOf } from '../support/events/source-event.ts'
import { type OwnGraph, startOwnGraph } from '../support/graph/own-graph.ts'
import { connectedFeed, linkFeed } from '../support/graph/rebuild-feed.ts'
import { answersOfAll, answerTo, expectSameAnswers } from '../support/graph/rebuild-readers.ts'
import { events, keptInOrder } from '../support/materials/reconcile-scenario.ts'
import { reconciled } from '../support/materials/reconciled.ts'
import { issuerOf } from '../support/organization.ts'
import { recordsOf } from '../support/processes/kafka.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { until } from '../support/until.ts'
import { type Load, startLoad } from './load.ts'
import { newestLabels, supplierLabels, timesById, valuesOf } from './outcome.ts'
import { cluster } from './world.ts'

/** Longer than the session timeout of a broker, after which its partitions get other leaders. */
const AWAY_MS = 11_000
const PUBLICATIONS = 4

describe('brokers that are killed or suspended, alone and two at a time, and come back', () => {
  let own: OwnGraph
  let installation: Installation
  let api: ApiProcess
  let token: string
  let load: Load
  /** The number of requests that the test sent to the API, each of which leaves an audit record. */
  let asked = 0
  /** The reasons of the dead letters that the test data contains on purpose. */
  let refused: string[] = []
  const prices: string[] = []
  const [first, second, third] = cluster.brokers as [Restartable, Restartable, Restartable]

  before(async () => {
    own = await startOwnGraph()
    installation = await openInstallation(own.variables)
    const { graph, organization, settings } = installation
    await migrate(graph)
    const projectors = await Promise.all([installation.start(), installation.start()])
    await Promise.all(projectors.map((projector) => projector.untilReady()))
    api = await startApiProcess(settings)
    const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'ingest:read']
    token = (await issuerOf(graph, organization)({ scopes, quota: 1_000_000 })).text
    const linked = Array.from({ length: 20 }, (_, at) => supplierOf(`R-${at}`, 1))
    await installation.feed([...linked, ...linkFeed, ...connectedFeed, ...keptInOrder(events)])
    await installation.caughtUp()
    refused = await installation.deadReasons()
    publications = publicationsApart(installation.organization, PUBLICATIONS)
    load = startLoad(installation, 1)
    await until('the first confirmed feed', () => load.feeds.length > 0)
  })

  after(async () => {
    for (const broker of cluster.brokers) broker.resume()
    await Promise.all(cluster.brokers.map((broker) => broker.start()))
    api?.kill('SIGKILL')
    await api?.exited
    await installation?.close()
    await own?.remove()
  })

  /** The events of one publication per case, sent while brokers are down. */
  let publications: Envelope[][] = []

  const kill = (broker: Restartable) => broker.kill()
  const freeze = (broker: Restartable) => broker.suspend()
  const nextConfirmation = async () => {
    const before = load.confirmed.size
    const tookMs = stopwatch()
    await until('the next confirmation', () => load.confirmed.size > before, 240_000)
    return Math.round(tookMs()) / 1000
  }

  const cases = [
    { name: 'one killed', away: [first], lose: kill },
    { name: 'one frozen', away: [second], lose: freeze },
    { name: 'two killed', away: [second, third], lose: kill },
    { name: 'two frozen', away: [third, first], lose: freeze },
  ]
  for (const [at, { name, away, lose }] of cases.entries()) {
    it(`${name}: reads continue, and events are confirmed ${away.length === 1 ? 'after a failover' : 'when the brokers are back'}`, async () => {
      await Promise.all(away.map(lose))
      const published = installation.publish(publications[at] ?? [], { timeoutMs: 240_000 })
      const waited = away.length === 1 ? await nextConfirmation() : 0
      const tookMs = stopwatch()
      while (tookMs() < AWAY_MS) {
        expect((await answerTo(api, token, { operationId: '', path: '/v1/entity-types' })).status).to.equal(200)
        asked += 1
        await delay(500)
      }
      for (const broker of away) broker.resume()
      await Promise.all(away.map((broker) => broker.start()))
      const back = await nextConfirmation()
      prices.push(`${name}: next confirmation after ${waited} s, and ${back} s after they were back`)
      await published
      await cluster.untilWhole()
    })
  }

  it('no confirmed event, publication, or audit record is lost', async () => {
    await load.stop()
    const { graph, organization, connection, topics, topic } = installation
    const values = await valuesOf(topic)
    const found = timesById(values)
    const missing = [...load.confirmed].filter((id) => !found.has(id))
    console.error(`${load.confirmed.size} confirmed, ${missing.length} confirmed but missing; ${prices.join('; ')}`)
    expect(missing).to.deep.equal([])
    expect(load.refusals).to.deep.equal([])
    expect(load.feeds.filter(({ code }) => code !== 0)).to.deep.equal([])
    await installation.caughtUp()
    await reconciled(graph, organization)
    expect(await installation.deadReasons()).to.deep.equal(refused)
    const snapshots = await answerTo(api, token, { operationId: '', path: '/v1/bom/snapshots' })
    asked += 1
    expect(JSON.parse(snapshots.text).data).to.have.length(PUBLICATIONS)
    // An audit record that no broker confirmed in time is sent again, so records are counted by request ID.
    const audited = async () => {
      const records = await recordsOf(connection, topics.audit.name)
      const ours = records
        .map(({ value }) => JSON.parse(String(value)))
        .filter((record) => record.organization === organization)
        .filter(({ operation }) => /^list(EntityTypes|BomSnapshots)$/.test(operation))
      return new Set(ours.map(({ requestId }) => requestId))
    }
    const requests = await until('the audit records', async () => {
      const found = await audited()
      return found.size >= asked && found
    })
    expect(requests.size).to.equal(asked)
  })

  it('no event is applied twice: an undisturbed rebuild gives byte-identical responses', async () => {
    const { graph, connection, groupId, organization, topics, topic } = installation
    const expected = newestLabels(await valuesOf(topic))
    const suppliers = await supplierLabels(installation)
    expect(suppliers).to.include.members(expected)
    expect(new Set(suppliers).size).to.equal(suppliers.length)
    const before = await answersOfAll(graph, api, token, organization)
    await rebuild(graph, connection, {
      groupId,
      topics: [topic, topics.bom.name],
      acceptGap: false,
      expectedPartitions: 12,
    })
    await installation.caughtUp()
    await reconciled(graph, organization)
    const isRebuilt = async () => (await answerTo(api, token, { operationId: '', path: '/v1/entities' })).status === 200
    await until('the end of the rebuild', isRebuilt)
    expectSameAnswers(before, await answersOfAll(graph, api, token, organization))
  })
})
