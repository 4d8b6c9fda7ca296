import type { Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { claimExport, listClaimableExports } from '../../cypher/system/export-queue.ts'
import type { Environment } from '../../schemas/environment.ts'
import { ExportFormat } from '../../schemas/exports/export-formats.ts'
import { ExportKind } from '../../schemas/exports/exports.ts'
import type { FairScheduler } from '../limits/fair-scheduler.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createUnreadableReport } from '../observability/report-unreadable.ts'
import { generationOf } from './generation-of.ts'
import { keepLease, type Lease } from './lease.ts'
import { type Attempt, type Ended, runExport } from './run-export.ts'
import type { ExportStorage } from './storage/storage.ts'
import { sweep } from './sweep.ts'

interface Settings {
  environment: Environment
  graph: Graph
  storage: ExportStorage
  /** Lets requests of callers run before the next piece of a file is written. */
  scheduler: Pick<FairScheduler, 'whenIdle'>
  log: Log
  metrics: Pick<Metrics, 'exportsRunning' | 'exportsEnded' | 'exportRows' | 'unreadableRows'>
  now: () => number
}

const POLL_MS = 1000
const SWEEP_MS = 30_000
const CANDIDATES = 16
/** The longest that shutdown waits. The leases of unfinished exports then expire by themselves. */
const CLOSE_WITHIN_MS = 3000

/** Writes the queued exports and deletes expired files. It does nothing before `start`. */
export class Exports {
  readonly storage: ExportStorage
  readonly #settings: Settings
  readonly #running = new Map<Lease, { organization: string; done: Promise<void> }>()
  readonly #timers: NodeJS.Timeout[] = []
  #isOpen = false
  /** Whether the graph or the storage was unavailable at the last attempt. */
  #isAway = false
  #claiming: Promise<void> | null = null
  #isSignalled = false
  #sweeping: Promise<void> | null = null

  constructor(settings: Settings) {
    this.#settings = settings
    this.storage = settings.storage
  }

  /** Starts claiming queued exports and deleting expired files. */
  start(): void {
    const { EXPORTS_LEASE_MS: leaseMs } = this.#settings.environment
    this.#isOpen = true
    this.#timers.push(
      setInterval(() => this.signal(), Math.min(POLL_MS, leaseMs)),
      setInterval(() => this.#sweepOnce(), SWEEP_MS),
    )
    this.signal()
    void this.#sweepOnce()
  }

  /** Claims queued exports now. It is called when an export was created. */
  signal(): void {
    if (!this.#isOpen) return
    this.#isSignalled = this.#claiming !== null
    this.#claiming ??= this.#reportingOutages(() => this.#claimAll()).finally(() => {
      this.#claiming = null
      if (this.#isSignalled) this.signal()
    })
  }

  /** Deletes expired and orphaned files now. A timer does this every 30 seconds. */
  async sweep(): Promise<void> {
    await this.#sweeping
    await this.#sweepOnce()
  }

  /** Whether the organization is suspended or purged. Its files may not be read then. */
  async isEnded(organization: string): Promise<boolean> {
    const [found] = await this.#settings.graph.read(listOrganizations, null, { keys: [organization] })
    return !found || found.suspendedAt !== null
  }

  /** Stops, and releases unfinished exports so that another process can claim them. */
  async close(): Promise<void> {
    this.#isOpen = false
    for (const timer of this.#timers) clearInterval(timer)
    await this.#claiming
    for (const lease of this.#running.keys()) lease.stop('stopping')
    const late = Promise.withResolvers<void>()
    const giveUp = setTimeout(late.resolve, CLOSE_WITHIN_MS)
    const done = [...this.#running.values()].map((one) => one.done)
    await Promise.race([Promise.all([...done, this.#sweeping]), late.promise])
    clearTimeout(giveUp)
  }

  async #claimAll(): Promise<void> {
    const { graph, environment } = this.#settings
    const { EXPORTS_CONCURRENCY: most, EXPORTS_LEASE_MS: leaseMs } = environment
    while (this.#isOpen && this.#running.size < most) {
      const claimedAt = performance.now()
      const attempt = await this.#claimNext()
      if (!attempt) return
      const { organization, id, fence } = attempt
      const lease = keepLease(graph, { organization, id, fence }, leaseMs, claimedAt)
      if (!this.#isOpen) lease.stop('stopping')
      this.#running.set(lease, { organization, done: this.#work(attempt, lease) })
      this.#measureRunning()
    }
  }

  async #claimNext(): Promise<Attempt | null> {
    const { graph, environment, now } = this.#settings
    const { PROJECTOR_GROUP: groupId, EXPORTS_LEASE_MS: leaseMs } = environment
    const candidates = await graph.read(listClaimableExports, null, { limit: CANDIDATES })
    for (const { organization, id } of candidates.filter((one) => this.#mayTake(one.organization))) {
      const generation = await generationOf(graph, groupId, organization)
      if (generation === null) continue
      const given = { organization, id, leaseMs, now: new Date(now()).toISOString() }
      const [claimed] = await graph.write((run) => run(claimExport, null, given))
      if (claimed) return { organization, id, ...claimed, ...fileOf(claimed), generation }
    }
    return null
  }

  /**
   * Reserves the last slot for an organization without a running export, so that long exports of one organization do
   * not block the others.
   */
  #mayTake(organization: string): boolean {
    const most = this.#settings.environment.EXPORTS_CONCURRENCY
    if (most === 1 || this.#running.size < most - 1) return true
    return [...this.#running.values()].every((other) => other.organization !== organization)
  }

  async #work(attempt: Attempt, lease: Lease): Promise<void> {
    const { environment, log, metrics, ...others } = this.#settings
    const { PROJECTOR_GROUP: groupId, EXPORTS_WINDOW_MS: windowMs } = environment
    const reportUnreadable = createUnreadableReport(log, metrics)
    const begun = performance.now()
    const ended = await runExport(attempt, lease, { ...others, groupId, windowMs, reportUnreadable })
    lease.close()
    this.#running.delete(lease)
    this.#measureRunning()
    this.#report(attempt, ended, performance.now() - begun)
    this.signal()
  }

  #measureRunning(): void {
    this.#settings.metrics.exportsRunning.set(this.#running.size)
  }

  #report(attempt: Attempt, { outcome, code, rows, error }: Ended, durationMs: number): void {
    const { log, metrics } = this.#settings
    const { requestId, organization, id: exportId, kind, format, attempts } = attempt
    metrics.exportsEnded.inc({ kind, outcome })
    metrics.exportRows.inc(rows)
    const facts = { requestId, organization, exportId, kind, format, attempts, durationMs: Math.round(durationMs) }
    const line = { ...facts, outcome, code, rows, ...(error ? { err: error } : {}) }
    if (error) log.warn(line, 'Export failed')
    else log.info(line, 'Export written or released')
  }

  #sweepOnce(): Promise<void> {
    this.#sweeping ??= this.#reportingOutages(() => sweep(this.#settings)).finally(() => {
      this.#sweeping = null
    })
    return this.#sweeping
  }

  /** Logs the first failure of an outage, and no further ones until a step succeeds. */
  async #reportingOutages(step: () => Promise<unknown>): Promise<void> {
    try {
      await step()
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.#settings.log.warn({ err: error }, 'exports wait for the graph or the storage')
      this.#isAway = true
    }
  }
}

/** @throws ZodError at a kind or format of a later version */
function fileOf({ kind, format }: { kind: string; format: string }): Pick<Attempt, 'kind' | 'format'> {
  return { kind: ExportKind.parse(kind), format: ExportFormat.parse(format) }
}
