import { setTimeout as delay } from 'node:timers/promises'
import type { Graph, RunExclusive } from '../../cypher/connect.ts'
import { countInvalidations, listInvalidOrganizations } from '../../cypher/system/credentials.ts'
import type { Log } from '../../kafka/log.ts'
import { errorClassOf, framesOf, isOfEvent, reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import type { MutexOf } from '../partitions/organization-mutex.ts'
import { reportExceptions } from '../report.ts'
import { type Portion, reconcileSome } from './reconcile-some.ts'

/** What another process invalidated, or was left by a crash, is found at the latest after this time. */
const SCAN_EVERY_MS = 15_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A graph that does not respond must not delay the collection of the metrics. */
const PATIENCE_MS = 1000
/** More than one transaction takes of any kind. */
const MOST = 512
/** A row that is being written may be read in parts for a moment: only what fails for longer is passed over. */
const DOUBTED_MS = 2000
/** How many organizations are reconciled at a time: the graph runs one transaction on one core. */
const AT_ONCE = 2

export interface ReconcilerOptions {
  graph: Graph
  /** The projectors that fill the graph. */
  groupId: string
  metrics: Pick<ProjectorMetrics, 'invalidations' | 'passedOver' | 'reconcileSeconds'>
  /** Gives each transaction that writes about organizations its turn. */
  mutexOf: MutexOf
  log: Log
}

/**
 * Follows what is invalid, of some organizations at once, each a transaction at a time in turn with its batches: when it is
 * told so, at start, and now and then. An organization where that fails waits longer each time, and no other does; what
 * is invalid stays so until it is done.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #scan: NodeJS.Timeout
  readonly #ended: Promise<unknown>
  /** When the next attempt may be made, by organization; null for the list of them. */
  readonly #waiting = new Map<string | null, { until: number; waitMs: number }>()
  /** Organizations that are being reconciled. */
  readonly #underWay = new Set<string>()
  #signal = Promise.withResolvers<void>()
  #isStopping = false

  constructor(options: ReconcilerOptions) {
    this.#options = options
    this.#scan = setInterval(() => this.notify(), SCAN_EVERY_MS)
    this.#ended = Promise.all(Array.from({ length: AT_ONCE }, () => this.#follow()))
  }

  /** Something was applied: what it invalidated is followed now. */
  notify(): void {
    this.#signal.resolve()
    this.#signal = Promise.withResolvers<void>()
  }

  /** Brings the number of invalidations up to date; while the graph is away, it is what it was. */
  async measure(): Promise<void> {
    const { graph, metrics } = this.#options
    const counted = graph
      .read(countInvalidations, null, {})
      .then(([row]) => metrics.invalidations.set(row?.invalidations ?? 0))
    await Promise.race([counted.catch(() => undefined), delay(PATIENCE_MS, undefined, { ref: false })])
  }

  /** Waits for the transaction that runs; what is left stays invalid. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#scan)
    this.notify()
    await this.#ended
  }

  async #follow(): Promise<void> {
    while (!this.#isStopping) {
      const { promise } = this.#signal
      if (!(await this.#pass()) && !this.#isStopping) await promise
    }
  }

  /** One transaction for each invalid organization that no other process reconciles; false when nothing was done. */
  async #pass(): Promise<boolean> {
    const { graph } = this.#options
    const organizations = await this.#attempt(null, () => graph.read(listInvalidOrganizations, null, {}))
    let isBusy = false
    for (const { key } of organizations ?? []) {
      if (this.#isStopping) return false
      if (this.#underWay.has(key)) continue
      this.#underWay.add(key)
      const isDone = await this.#attempt(key, () => this.#reconcile(key)).finally(() => this.#underWay.delete(key))
      isBusy ||= isDone === true
    }
    return isBusy
  }

  /**
   * Where an error may come from what is stored, fewer invalidations at a time are followed, until the one that meets it is
   * alone. When it still does after some waiting, it is passed over: everything behind it, and a rebuild, would wait for it.
   */
  async #reconcile(organization: string): Promise<boolean> {
    for (let most = MOST; ; most = Math.ceil(most / 2)) {
      try {
        return await this.#reconcilePortion(organization, { most, isPassedOver: false })
      } catch (error) {
        if (!isOfEvent(error)) throw error
        if (most > 1) continue
        if ((this.#waiting.get(organization)?.waitMs ?? 0) < DOUBTED_MS) throw error
        await this.#reconcilePortion(organization, { most: 1, isPassedOver: true })
        const found = { error: errorClassOf(error), stack: framesOf(error) }
        this.#options.log.error({ organization, ...found }, 'invalidation skipped')
        this.#options.metrics.passedOver.inc()
        return true
      }
    }
  }

  async #reconcilePortion(organization: string, portion: Portion): Promise<boolean> {
    const { graph, groupId, metrics, mutexOf, log } = this.#options
    let end = () => {}
    const runExclusive: RunExclusive = (task) =>
      mutexOf([organization])(() => {
        end = metrics.reconcileSeconds.startTimer()
        return task()
      })
    const counts = await reconcileSome(graph, groupId, organization, runExclusive, portion)
    end()
    if (counts) reportExceptions(log, organization, counts)
    return counts !== null
  }

  /** Runs a task of an organization, or of all, unless it failed a moment ago; null when it was not done. */
  async #attempt<T>(organization: string | null, task: () => Promise<T>): Promise<T | null> {
    const failed = this.#waiting.get(organization)
    if (failed && performance.now() < failed.until) return null
    try {
      const done = await task()
      this.#waiting.delete(organization)
      return done
    } catch (error) {
      const waitMs = failed ? Math.min(2 * failed.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS
      this.#waiting.set(organization, { until: performance.now() + waitMs, waitMs })
      setTimeout(() => this.notify(), waitMs).unref()
      // What an error of ours says may repeat what is stored.
      const reason = isOfEvent(error) ? errorClassOf(error) : reasonOf(error)
      this.#options.log.warn({ reason }, 'reconciliation failed, will retry')
      return null
    }
  }
}
