import type { Graph } from '../../cypher/connect.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { claimExport, listClaimableExports } from '../../cypher/system/export-queue.ts'
import type { Environment } from '../../schemas/environment.ts'
import { ExportKind } from '../../schemas/exports.ts'
import type { FairScheduler } from '../limits/fair-scheduler.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createUnreadableReport } from '../observability/report-unreadable.ts'
import { generationOf } from './generation-of.ts'
import { keepLease, type Lease } from './lease.ts'
import { type Attempt, type Ended, runExport } from './run-export.ts'
import type { ExportStorage } from './storage.ts'
import { sweep } from './sweep.ts'

/** The exports of this process: where their files lie, and the work on them. */
export interface Exports {
  readonly storage: ExportStorage
  /** Begins to take exports, and to delete what is over. */
  start(): void
  /** Looks for exports now; called when one was created. */
  signal(): void
  /** Deletes what is over, now; it happens by itself twice a minute. */
  sweep(): Promise<void>
  isSuspended(organization: string): Promise<boolean>
  /** Gives back what is being written, for another process to take. */
  close(): Promise<void>
}

interface Settings {
  environment: Environment
  graph: Graph
  storage: ExportStorage
  /** Whoever waits for an answer goes before what is written. */
  scheduler: Pick<FairScheduler, 'whenIdle'>
  log: Log
  metrics: Pick<Metrics, 'exportsRunning' | 'exportsEnded' | 'exportRows' | 'unreadableRows'>
  now: () => number
}

const POLL_MS = 1000
const SWEEP_MS = 30_000
const CANDIDATES = 16
/** Shutdown does not wait longer: leases end by themselves. */
const CLOSE_WITHIN_MS = 3000

/** Prepares the exports of a process; nothing happens before `start`. */
export function openExports({ environment, graph, storage, scheduler, log, metrics, now }: Settings): Exports {
  const { EXPORTS_CONCURRENCY: most, EXPORTS_LEASE_MS: leaseMs, EXPORTS_WINDOW_MS: windowMs } = environment
  const { PROJECTOR_GROUP: groupId } = environment
  const running = new Map<Lease, { organization: string; done: Promise<void> }>()
  const timers: NodeJS.Timeout[] = []
  let [isOpen, isAway] = [false, false]
  let looking: Promise<void> | null = null
  let isWokenAgain = false
  let sweeping: Promise<void> | null = null

  function signal(): void {
    if (!isOpen) return
    isWokenAgain = looking !== null
    looking ??= reporting(claimAll).finally(() => {
      looking = null
      if (isWokenAgain) signal()
    })
  }

  async function claimAll(): Promise<void> {
    while (isOpen && running.size < most) {
      const claimedAt = performance.now()
      const attempt = await claimNext()
      if (!attempt) return
      const { organization, id, fence } = attempt
      const lease = keepLease(graph, { organization, id, fence }, leaseMs, claimedAt)
      if (!isOpen) lease.stop('stopping')
      running.set(lease, { organization, done: work(attempt, lease) })
      noteRunning()
    }
  }

  function noteRunning(): void {
    metrics.exportsRunning.set(running.size)
  }

  async function claimNext(): Promise<Attempt | null> {
    const candidates = await graph.read(listClaimableExports, null, { limit: CANDIDATES })
    const generation = candidates.length > 0 ? await generationOf(graph, groupId) : null
    if (generation === null) return null
    for (const { organization, id } of candidates.filter(mayTake)) {
      const given = { organization, id, leaseMs, now: new Date(now()).toISOString() }
      const [claimed] = await graph.write((run) => run(claimExport, null, given))
      if (claimed) return { organization, id, ...claimed, kind: ExportKind.parse(claimed.kind), generation }
    }
    return null
  }

  /** The last place is for an organization that has none: long exports of one keep nobody waiting. */
  function mayTake({ organization }: { organization: string }): boolean {
    if (most === 1 || running.size < most - 1) return true
    return [...running.values()].every((other) => other.organization !== organization)
  }

  async function work(attempt: Attempt, lease: Lease): Promise<void> {
    const { organization, id, kind, attempts, requestId } = attempt
    const reportUnreadable = createUnreadableReport(log, metrics)
    const begun = performance.now()
    const settings = { graph, groupId, storage, scheduler, windowMs, now, reportUnreadable }
    const ended = await runExport(attempt, lease, settings)
    lease.close()
    running.delete(lease)
    noteRunning()
    metrics.exportsEnded.inc({ kind, outcome: ended.outcome })
    metrics.exportRows.inc(ended.rows)
    report(
      { requestId, organization, exportId: id, kind, attempts, durationMs: Math.round(performance.now() - begun) },
      ended,
    )
    signal()
  }

  function report(facts: object, { outcome, code, rows, error }: Ended): void {
    const line = { ...facts, outcome, code, rows, ...(error ? { err: error } : {}) }
    if (error) log.warn(line, 'Export failed')
    else log.info(line, 'Export written or released')
  }

  /** What is away is told once, and again when it is back. */
  async function reporting(step: () => Promise<unknown>): Promise<void> {
    try {
      await step()
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'Exports wait for the graph or the storage')
      isAway = true
    }
  }

  function cleanUp(): Promise<void> {
    sweeping ??= reporting(() => sweep({ graph, storage, now })).finally(() => {
      sweeping = null
    })
    return sweeping
  }

  return {
    storage,
    signal,
    start() {
      isOpen = true
      timers.push(setInterval(signal, Math.min(POLL_MS, leaseMs)), setInterval(cleanUp, SWEEP_MS))
      signal()
      void cleanUp()
    },
    async sweep() {
      await sweeping
      await cleanUp()
    },
    async isSuspended(organization) {
      const [found] = await graph.read(listOrganizations, null, { keys: [organization] })
      return found?.suspendedAt != null
    },
    async close() {
      isOpen = false
      for (const timer of timers) clearInterval(timer)
      await looking
      for (const lease of running.keys()) lease.stop('stopping')
      let giveUp: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => {
        giveUp = setTimeout(resolve, CLOSE_WITHIN_MS)
      })
      await Promise.race([Promise.all([...[...running.values()].map(({ done }) => done), sweeping]), late])
      clearTimeout(giveUp)
    },
  }
}
