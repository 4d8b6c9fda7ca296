import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { modelOf } from '../../support/events/model.ts'
import { longLog } from '../../support/events/random-events.ts'
import type { SourceEvent } from '../../support/events/source-event.ts'
import { expectSame, graphLines } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { comparable, projected } from '../../support/graph/projected.ts'
import { createNode, storedTypes } from '../../support/graph/stored-nodes.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

/** Longer than the session timeout of 6 s and than the 10 s for which a transaction is retried. */
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 15_000)
const MAX_GROWTH_KIB = 50 * 1024
const CHUNK = 20

describeWith(['ps'], 'the projector without its graph', function () {
  this.timeout(900_000 + 4 * OUTAGE_MS)
  const fed: SourceEvent[] = []
  let server: OwnGraph
  let installation: Installation
  let projector: ProjectorProcess

  before(async () => {
    server = await startOwnGraph()
    installation = await openInstallation(server.variables)
    projector = await installation.start()
    await feed(500)
    await projector.untilReady()
    await installation.caughtUp()
  })
  after(async () => {
    await installation?.close()
    await server?.remove()
  })

  async function feed(length: number): Promise<void> {
    const log = longLog(length, fed.length, 20).map((event) => ({ ...event, version: event.version + fed.length }))
    fed.push(...log)
    await installation.feed(log)
  }
  const memoryKib = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(projector.pid)], { encoding: 'utf8' }))
  const joins = () => projector.lines('joined the consumer group').length

  /**
   * Sends events for as long as the outage is to last.
   * @returns how much more memory, in KiB, the projector used in the second half than in the first. Memory for records
   * that were read ahead, and the growth of a process that just started, are in the first half already.
   */
  async function feedDuring(outageMs: number): Promise<number> {
    const halves = [await feedFor(outageMs / 2), await feedFor(outageMs / 2)] as const
    return halves[1] - halves[0]
  }

  /** @returns the most memory that the projector used, in KiB */
  async function feedFor(ms: number): Promise<number> {
    let most = memoryKib()
    for (const end = Date.now() + ms; Date.now() < end; ) {
      await feed(CHUNK)
      most = Math.max(most, memoryKib())
      await delay(100)
    }
    return most
  }

  async function expectAllApplied(): Promise<void> {
    const { graph, organization } = installation
    await installation.caughtUp(240_000 + 2 * OUTAGE_MS)
    expect(comparable(await projected(graph, organization))).to.deep.equal(comparable(modelOf(organization, fed)))
    expect(await installation.deadReasons()).to.deep.equal([])
    await projector.untilReady()
    expect(joins()).to.equal(1)
    expect(projector.lines('partition stopped')).to.deep.equal([])
  }

  it('reports that the graph is down, and catches up without a dead letter, a rebalance, or more memory (P9)', async () => {
    await server.stop()
    await server.dump()
    const growth = await feedDuring(OUTAGE_MS)
    expect(growth).to.be.lessThan(MAX_GROWTH_KIB)
    expect(await projector.readyz()).to.deep.include({ status: 503 })
    expect(projector.lines('batch failed, will retry').length).to.be.greaterThan(0)
    await server.start()
    await expectAllApplied()
  })

  it('stays in its consumer group while the graph is suspended, and catches up afterwards (P9)', async () => {
    await server.suspend()
    const growth = await feedDuring(OUTAGE_MS)
    expect(growth).to.be.lessThan(MAX_GROWTH_KIB)
    server.resume()
    await expectAllApplied()
  })

  it('catches up after the graph was killed while a backlog was applied (P9)', async () => {
    await feed(2000)
    await until('some progress', async () => (await installation.lag()) < 1500)
    await server.kill()
    await server.start()
    await expectAllApplied()
  })

  it('applies events again from the offsets of a restored dump, without new events (P5)', async () => {
    const { graph, organization, offsets } = installation
    const before = await graphLines(graph, organization)
    const sum = async () => [...(await offsets()).values()].reduce((total, { next }) => total + next, 0)
    const applied = await sum()
    await server.stop()
    await server.restore()
    await server.start()
    const restored = await until('the restored graph', () => sum().catch(() => null))
    expect(restored).to.be.lessThan(applied)
    await expectAllApplied()
    expectSame(before, await graphLines(graph, organization))
  })

  it('restores the same graph by a rebuild, without nodes that no event describes (P31)', async () => {
    const { graph, organization, settings, offsets } = installation
    projector.signal('SIGTERM')
    await projector.ended
    const deletions = modelled().map(({ kind, system, recordId, version, time }): SourceEvent => {
      return { kind, ...(system && { system }), recordId, version: version + 1_000_000, time, data: null }
    })
    fed.push(...deletions)
    await installation.feed(deletions)
    projector = await installation.start()
    await expectAllApplied()
    const before = await graphLines(graph, organization)
    const ghost = { tenantKey: organization, id: 'ghost', type: 'style', doc: '{}' }
    await createNode(graph, `Entity:Listed:Tenant_${organization}`, ghost)
    const { code, stderr } = await tda(settings, ['rebuild', '--together', '--yes'])
    expect(code, stderr).to.equal(0)
    await expectAllApplied()
    expectSame(before, await graphLines(graph, organization))
    expect(await storedTypes(graph, 'Offset', {}, ['next'])).to.deep.equal([{ next: 'INTEGER NOT NULL' }])
    expect((await offsets()).size).to.equal(12)
  })

  /** The last event of some of the records. */
  function modelled(): SourceEvent[] {
    const last = new Map(fed.map((event) => [`${event.kind}/${event.system}/${event.recordId}`, event]))
    return [...last.values()].slice(0, 40)
  }
})
