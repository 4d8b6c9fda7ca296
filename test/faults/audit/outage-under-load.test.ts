import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Graph } from '../../../cypher/connect.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { type OwnBroker, startOwnBroker } from '../../kafka/own-broker.ts'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { type LoadAnswer, type SteadyLoad, startSteadyLoad } from '../../support/api/steady-load.ts'
import { connectTestGraph } from '../../support/graph/graph.ts'
import { mintOrganization } from '../../support/organization.ts'
import { freshTopics, prepareTopics, recordsOf } from '../../support/processes/kafka.ts'
import { until } from '../../support/until.ts'

/** Longer than the 5 s after which a send to Kafka fails. */
const OUTAGE_MS = Number(process.env.OUTAGE_MS ?? 8000)
const KILLS = Number(process.env.RECOVERY_KILLS ?? 3)
const FLUSH_MS = 100
/** Time for a response and for the signal to arrive. */
const MARGIN_MS = 100

describe('the audit trail of an API under load', function () {
  this.timeout(900_000 + 3 * OUTAGE_MS + 10_000 * KILLS)
  const spool = mkdtempSync(join(tmpdir(), 'tda-load-'))
  const running: { api: ApiProcess; load: SteadyLoad }[] = []
  let broker: OwnBroker
  let graph: Graph
  let variables: Record<string, string>
  let kafka: Awaited<ReturnType<typeof prepareTopics>>
  let token: string

  before(async () => {
    broker = await startOwnBroker()
    variables = { ...freshTopics(broker.address), AUDIT_SPOOL: spool, AUDIT_FLUSH_MS: String(FLUSH_MS) }
    kafka = await prepareTopics(variables)
    graph = connectTestGraph()
    token = (await (await mintOrganization(graph)).issue({ quota: 10_000_000 })).text
  })

  afterEach(async () => {
    for (const { api, load } of running.splice(0)) {
      await load.stop()
      api.kill('SIGKILL')
      await api.exited
    }
  })

  after(async () => {
    await graph?.close()
    await broker?.remove()
    rmSync(spool, { recursive: true, force: true })
  })

  async function startLoaded() {
    const api = await startApiProcess(variables)
    // A busy graph can respond slowly to its first query, which would count as the slowest response.
    await until('readiness', async () => (await fetch(`${api.adminUrl}/readyz`)).ok)
    const paths = ['/v1/entities?limit=5', '/v1/entity-types']
    const load = startSteadyLoad({ url: api.url, paths, token, connections: 6, pauseMs: 20 })
    running.push({ api, load })
    return { api, load }
  }

  async function spooledBytes(api: ApiProcess): Promise<number> {
    const text = await (await fetch(`${api.adminUrl}/metrics`)).text()
    return Number(/^tda_audit_spool_bytes (\d+)$/m.exec(text)?.[1])
  }

  async function expectDrained(api: ApiProcess): Promise<void> {
    await until('delivery', async () => (await spooledBytes(api)) === 0, 30_000 + OUTAGE_MS)
    api.kill('SIGTERM')
    expect(await api.exited).to.equal(0)
    expect(readdirSync(spool)).to.deep.equal([])
  }

  /** The ids of the audit records of each request; a record that is there twice has one id. */
  async function recorded(): Promise<Map<string | null, Set<string>>> {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const all = records.map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    const byRequest = Map.groupBy(all, ({ requestId }) => requestId)
    return new Map([...byRequest].map(([requestId, own]) => [requestId, new Set(own.map(({ id }) => id))]))
  }

  function expectPrompt(answers: readonly LoadAnswer[]): void {
    const times = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    expect(times.at(-1), 'the slowest response').to.be.below(5000)
    expect(times[Math.floor(times.length * 0.99)], 'p99').to.be.below(1000)
  }

  for (const [state, begin, end] of [
    ['stopped', () => broker.stop(), () => broker.start()],
    ['frozen', () => broker.suspend(), async () => broker.resume()],
  ] as const) {
    it(`holds one record for each request, and delays no response, when Kafka is ${state}`, async () => {
      const before = await recorded()
      const { api, load } = await startLoaded()
      await until('load', async () => load.answers.length > 200 && (await spooledBytes(api)) < 50_000)
      await begin()
      const [begunAt, answered] = [performance.now(), load.answers.length]
      await until('the end of the outage', () => performance.now() - begunAt > OUTAGE_MS, OUTAGE_MS + 5000)
      expect(load.answers.length - answered, 'responses during the outage').to.be.above(OUTAGE_MS / 50)
      expect(await spooledBytes(api)).to.be.above(OUTAGE_MS)
      await end()
      await until('delivery', async () => (await spooledBytes(api)) < 50_000, 30_000 + OUTAGE_MS)
      await load.stop()
      expect(load.failures).to.deep.equal([])
      expect(load.answers.filter(({ status }) => status !== 200)).to.deep.equal([])
      expectPrompt(load.answers)
      await expectDrained(api)
      const found = await recorded()
      expect(load.answers.filter(({ requestId }) => found.get(requestId)?.size !== 1)).to.deep.equal([])
      expect(found.size - before.size).to.equal(load.answers.length)
    })
  }

  it(`loses at most AUDIT_FLUSH_MS of records to each of ${KILLS} kill -9 while Kafka is down`, async () => {
    await broker.stop()
    const due: LoadAnswer[] = []
    for (let round = 0; round < KILLS; round++) {
      const { api, load } = await startLoaded()
      await until('answers', () => load.answers.length > 200 + 70 * (round % 5))
      const killedAt = performance.now()
      api.kill('SIGKILL')
      expect(await api.exited).to.equal(null)
      await load.stop()
      expect(load.answers.filter(({ status }) => status !== 200)).to.deep.equal([])
      due.push(...load.answers.filter(({ endedAt }) => endedAt < killedAt - FLUSH_MS - MARGIN_MS))
    }
    expect(due.length).to.be.above(100 * KILLS)
    await broker.start()
    await expectDrained(await startApiProcess(variables))
    const found = await recorded()
    expect(due.filter(({ requestId }) => found.get(requestId)?.size !== 1)).to.deep.equal([])
  })
})
