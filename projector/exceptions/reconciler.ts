import { setTimeout as delay } from 'node:timers/promises'
import type { Graph, RunExclusive } from '../../cypher/connect.ts'
import { countInvalidations, listInvalidOrganizations } from '../../cypher/system/credentials.ts'
import type { Log } from '../../kafka/log.ts'
import { errorClassOf, framesOf, isOfEvent, reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import type { MutexOf } from '../partitions/organization-mutex.ts'
import { reportExceptions } from '../report.ts'
import { type Portion, reconcileSome } from './reconcile-some.ts'

/** The queues are read at least this often, to find invalidations of other processes and of those that crashed. */
const SCAN_EVERY_MS = 15_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** The longest wait for the graph when metrics are collected. */
const PATIENCE_MS = 1000
/** A limit that is above the budget of every kind, so it does not restrict any. */
const MOST = 512
/**
 * An index may show a row only in part while another transaction writes it. So an invalidation is skipped only if it
 * still fails after this time.
 */
const DOUBTED_MS = 2000
/** How many organizations are reconciled at a time. Neo4j uses one core for each transaction. */
const AT_ONCE = 2

export interface ReconcilerOptions {
  graph: Graph
  /** The consumer group of the projectors that write the graph. */
  groupId: string
  metrics: Pick<ProjectorMetrics, 'invalidations' | 'passedOver' | 'reconcileSeconds'>
  /** Prevents concurrent transactions of this process about the same organization. */
  mutexOf: MutexOf
  log: Log
}

/**
 * Processes the invalidations of some organizations at a time: at start, after `notify`, and periodically. Each
 * transaction takes its turn with the batches of the same organization. When an organization fails, the pause before
 * its next attempt doubles, and the others are not affected. Invalidations stay in the queue until they are processed.
 */
export class Reconciler {
  readonly #options: ReconcilerOptions
  readonly #scan: NodeJS.Timeout
  readonly #ended: Promise<unknown>
  /**
   * The time of the next attempt by organization, after a failure. The key null is for reading the list of
   * organizations.
   */
  readonly #waiting = new Map<string | null, { until: number; waitMs: number }>()
  /** Organizations that this process is reconciling now. */
  readonly #underWay = new Set<string>()
  #signal = Promise.withResolvers<void>()
  #isStopping = false

  constructor(options: ReconcilerOptions) {
    this.#options = options
    this.#scan = setInterval(() => this.notify(), SCAN_EVERY_MS)
    this.#ended = Promise.all(Array.from({ length: AT_ONCE }, () => this.#follow()))
  }

  /** Processes the queues now, because a batch may have added invalidations. */
  notify(): void {
    this.#signal.resolve()
    this.#signal = Promise.withResolvers<void>()
  }

  /** Updates the metric of waiting invalidations. While the graph is unavailable, the metric keeps its last value. */
  async measure(): Promise<void> {
    const { graph, metrics } = this.#options
    const counted = graph
      .read(countInvalidations, null, {})
      .then(([row]) => metrics.invalidations.set(row?.invalidations ?? 0))
    await Promise.race([counted.catch(() => undefined), delay(PATIENCE_MS, undefined, { ref: false })])
  }

  /** Waits for the running transaction. Remaining invalidations stay in the queue. */
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

  /**
   * Runs one transaction for each organization with invalidations that no other process reconciles. Returns false if
   * none did anything.
   */
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
   * Processes invalidations. If stored data may have caused an error, the portion is halved until the invalidation that
   * fails is alone. If that one still fails after several attempts, it is skipped, because the rest of the queue and
   * any rebuild would wait for it.
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

  /**
   * Runs a task of one organization, or of the list of organizations if null. Returns null if the task failed, or is
   * still in the pause after a failure.
   */
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
      // The message of an error that is not Neo4j's or Kafka's may contain stored values, so only its class is logged.
      const reason = isOfEvent(error) ? errorClassOf(error) : reasonOf(error)
      this.#options.log.warn({ reason }, 'reconciliation failed, will retry')
      return null
    }
  }
}
