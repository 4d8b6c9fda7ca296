import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import type { Envelope } from '../../schemas/records/record-events.ts'
import type { Scope } from '../../schemas/scopes.ts'
import { type ApiProcess, startApiProcess } from '../support/api/api-process.ts'
import { type Callers, startCallers } from '../support/api/callers.ts'
import { publicationsApart } from '../support/bom/random-publications.ts'
import { supplierOf, timeOf } from '../support/events/source-event.ts'
import { material } from '../support/graph/entities.ts'
import { fill } from '../support/graph/graph.ts'
import { connectedFeed, linkFeed } from '../support/graph/rebuild-feed.ts'
import { events as connectedEvents, keptInOrder } from '../support/materials/reconcile-scenario.ts'
import { reconciled } from '../support/materials/reconciled.ts'
import { issuerOf, mintOrganization } from '../support/organization.ts'
import { type Installation, openInstallation } from '../support/processes/projector.ts'
import { type ProjectorProcess, samplesOf } from '../support/processes/projector-process.ts'
import { until } from '../support/until.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 2)
const CREDENTIALS = 100
/** Requests per minute, the default quota of a credential. */
const QUOTA = 600
const PARTS = 6
const SAMPLE_MS = 2000
const PUBLISH_EVERY_MS = 10_000
const FEED_EVERY_MS = 1000
const FED_AT_ONCE = 50
const ENTITIES = 500
const MB = 1e6

/** What a process uses at one moment. */
type Sample = Record<'heap' | 'resident' | 'files' | 'handles' | 'spool' | 'lag' | 'invalidations', number>

const metricsOf: Record<keyof Sample, RegExp> = {
  heap: /^nodejs_heap_size_used_bytes$/,
  resident: /^process_resident_memory_bytes$/,
  files: /^process_open_fds$/,
  handles: /^nodejs_active_handles_total$/,
  spool: /^tda_audit_spool_bytes$/,
  lag: /^tda_projector_lag_records\{/,
  invalidations: /^tda_projector_invalidations$/,
}

const reads: [path: string, body?: object][] = [
  ['/v1/entities?limit=50'],
  ['/v1/bom/yields?limit=50'],
  ['/v1/bom/yield-changes?limit=50'],
  ['/v1/bom/yield-changes/summary'],
  ['/v1/entities?type=supplier&q=S&limit=20'],
  ['/v1/connected-records/search?kind=material&limit=50'],
  ['/v1/material-position-exceptions/summary'],
  ['/v1/material-position-exceptions'],
  ['/v1/freshness'],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_entities', arguments: {} } }],
]

describe(`${CREDENTIALS} credentials at their whole quota for ${MINUTES} minutes`, function () {
  this.timeout((MINUTES + 20) * 60_000)
  let installation: Installation
  let api: ApiProcess
  let projectors: ProjectorProcess[]
  let tokens: string[]
  let callers: Callers
  const samples = new Map<string, Sample[]>()
  const answers = new Map<string, number>()
  const times: number[] = []
  let isOver = false
  let publications: Envelope[][] = []
  let published = 0
  /** The reasons of the dead letters that the test data contains on purpose. */
  let refused: string[] = []

  before(async () => {
    installation = await openInstallation()
    const { graph, organization, settings } = installation
    projectors = await Promise.all([installation.start(), installation.start()])
    await Promise.all(projectors.map((projector) => projector.untilReady()))
    api = await startApiProcess(settings)
    await installation.feed([...linkFeed, ...connectedFeed, ...keptInOrder(connectedEvents)])
    publications = publicationsApart(organization, 2 + Math.ceil((MINUTES * 60_000) / PUBLISH_EVERY_MS))
    for (const _ of [1, 2]) await publish()
    await installation.caughtUp()
    await reconciled(graph, organization)
    refused = await installation.deadReasons()
    const scopes: Scope[] = ['graph:read', 'bom:read', 'materials:read', 'mcp:read']
    const issue = issuerOf(graph, organization)
    const issued = Array.from({ length: CREDENTIALS }, () => issue({ scopes, kind: 'mcp', quota: QUOTA }))
    tokens = (await Promise.all(issued)).map(({ text }) => text)
    callers = await startOther()
  })

  after(async () => {
    isOver = true
    await callers?.stop()
    api?.kill('SIGKILL')
    await api?.exited
    await installation?.close()
  })

  /** Starts callers of an organization whose data does not change, so that the expected responses are known. */
  async function startOther(): Promise<Callers> {
    const other = await mintOrganization(installation.graph)
    const entities = Array.from({ length: ENTITIES }, (_, at) => material(other.key, `M-${at}`))
    await fill(installation.graph, other.key, { entities })
    const scopes: Scope[] = ['graph:read', 'mcp:read', 'exports:create']
    const { text: token } = await other.issue({ scopes, kind: 'mcp', quota: 1_000_000 })
    return startCallers({ url: api.url, token, ids: entities.map(({ id }) => id).sort(), isPatient: true })
  }

  /** Sends the next of the prepared publications. */
  async function publish(): Promise<void> {
    const next = publications[published]
    if (!next) return
    published += 1
    await installation.publish(next)
  }

  const beside = {
    async publications() {
      await publish()
      await delay(PUBLISH_EVERY_MS)
    },
    async events() {
      const version = Math.round(performance.now())
      const supplierAt = (_: unknown, at: number) => ({ ...supplierOf(`S-${at}`, version), time: timeOf(0) })
      await installation.feed(Array.from({ length: FED_AT_ONCE }, supplierAt))
      await delay(FEED_EVERY_MS)
    },
    async samples() {
      const texts = new Map([['API', await (await fetch(`${api.adminUrl}/metrics`)).text()]])
      for (const [at, projector] of projectors.entries())
        texts.set(`projector ${at + 1}`, await projector.metricsText())
      for (const [name, text] of texts) samples.set(name, [...(samples.get(name) ?? []), sampleOf(text)])
      await delay(SAMPLE_MS)
    },
  }

  /** Sends requests as often as the quota allows, one after another. */
  async function askOn(token: string, first: number): Promise<void> {
    for (let n = first; !isOver; n++) {
      const due = delay(60_000 / QUOTA)
      const [path, body] = reads[n % reads.length] ?? ['/']
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: accepted(path) }
      const begun = performance.now()
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      const answer = await fetch(api.url + path, { headers, ...init })
      const text = await answer.text()
      times.push(performance.now() - begun)
      const outcome = answer.ok ? 'ok' : `${answer.status} ${JSON.parse(text).code ?? text}`
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
      if (!answer.ok) await delay(1000 * Number(answer.headers.get('retry-after') ?? 0))
      await due
    }
  }

  it('responds to every request, and loses no publication or event', async () => {
    const goOn = async (work: () => Promise<void>) => {
      while (!isOver) await work()
    }
    const running = [...tokens.map(askOn), ...Object.values(beside).map(goOn)]
    await Promise.race([delay(MINUTES * 60_000), Promise.all(running)])
    isOver = true
    await Promise.all(running)
    await callers.stop()
    console.log(`    ${JSON.stringify(Object.fromEntries(answers))}; ${reportOf(times, callers)}`)
    // A machine that is too slow for this load returns these retryable problems.
    const retryable = ['503 query_timeout', '503 overloaded', '503 dependency_unavailable']
    expect(['ok', ...retryable]).to.include.members([...answers.keys()])
    expect(answers.get('ok'), 'successful responses').to.be.greaterThan(times.length / 2)
    expect(callers.faults, callers.faults.slice(0, 5).join('\n')).to.deep.equal([])
    expect([...callers.done.keys()].sort()).to.deep.equal(['exports', 'pages', 'tools'])
    await installation.caughtUp()
    const metrics = await Promise.all(projectors.map((projector) => projector.metrics()))
    const [one = 0, two = 0] = metrics.map((each) => each.get('tda_projector_publications_total{outcome="completed"}'))
    expect(one + two, 'publications').to.equal(published)
    expect(await installation.deadReasons()).to.deep.equal(refused)
  })

  it('uses no more memory, files, and disk at the end than at the beginning', () => {
    for (const [name, all] of samples) {
      const heldIn = (part: number) => held(partOf(all, part))
      // Prints every part, which shows whether a value grows or goes up and down.
      for (let part = 0; part < PARTS; part++) console.log(`    ${name}: ${JSON.stringify(heldIn(part))}`)
      const [was, is] = [heldIn(1), heldIn(PARTS - 1)]
      expect(is.heap, `${name}: heap after collections, MB`).to.be.at.most(1.2 * was.heap + 64)
      expect(is.files, `${name}: open files`).to.be.at.most(was.files + 20)
      expect(is.handles, `${name}: handles`).to.be.at.most(was.handles + 20)
      expect(is.spool, `${name}: audit records on disk, MB`).to.be.at.most(2 * was.spool + 1)
      expect(is.lag, `${name}: records not yet applied`).to.be.at.most(2 * was.lag + 2 * FED_AT_ONCE)
      expect(is.invalidations, `${name}: invalidations`).to.be.at.most(2 * was.invalidations + FED_AT_ONCE)
    }
  })

  it('has an audit record of each request in Kafka', async () => {
    const metrics = async () => samplesOf(await (await fetch(`${api.adminUrl}/metrics`)).text())
    await until('the spool to be empty', async () => (await metrics()).get('tda_audit_spool_bytes') === 0)
    const delivered = (await metrics()).get('tda_audit_delivered_total') ?? 0
    expect(delivered).to.be.at.least(times.length)
  })
})

const accepted = (path: string) => (path === '/mcp' ? 'application/json, text/event-stream' : 'application/json')

function sampleOf(text: string): Sample {
  const metrics = [...samplesOf(text)]
  const sumOf = (name: RegExp) =>
    metrics.filter(([key]) => name.test(key)).reduce((total, [, value]) => total + value, 0)
  return Object.fromEntries(Object.entries(metricsOf).map(([key, name]) => [key, sumOf(name)])) as Sample
}

function partOf(all: readonly Sample[], part: number): Sample[] {
  return all.slice(Math.floor((part * all.length) / PARTS), Math.floor(((part + 1) * all.length) / PARTS))
}

/** The smallest heap, which is its size after a collection, and the maximum of all else, in megabytes or as counts. */
function held(part: readonly Sample[]): Sample {
  const most = (name: keyof Sample) => Math.max(...part.map((sample) => sample[name]))
  const inMb = (bytes: number) => Math.round(bytes / MB)
  return {
    heap: inMb(Math.min(...part.map(({ heap }) => heap))),
    resident: inMb(most('resident')),
    files: most('files'),
    handles: most('handles'),
    spool: inMb(most('spool')),
    lag: most('lag'),
    invalidations: most('invalidations'),
  }
}

function reportOf(times: readonly number[], { done, repeated, longestMs }: Callers): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  const rate = Math.round(times.length / (MINUTES * 60))
  const jobs = JSON.stringify(Object.fromEntries(done))
  return (
    `${times.length} requests, ${rate}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; ` +
    `beside them ${jobs}, ${repeated()} requests repeated, longest ${Math.round(longestMs())} ms`
  )
}
