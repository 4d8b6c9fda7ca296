import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { countMarks, listMarkedOrganizations } from '../../cypher/system.ts'
import type { Log } from '../../kafka/log.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { reasonOf } from '../reason-of.ts'
import { reconcileSome } from './reconcile-some.ts'

/** What another process marked, or was left by a crash, is found at the latest after this time. */
const LOOK_EVERY_MS = 15_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** A graph that does not answer must not hold up the answer to whoever collects the metrics. */
const PATIENCE_MS = 1000

export interface ReconcilerOptions {
  graph: Graph
  /** The projectors that fill the graph. */
  groupId: string
  metrics: Pick<ProjectorMetrics, 'rechecks' | 'reconcileSeconds'>
  /** Writes one batch at a time. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  log: Log
}

/**
 * Does what is marked, of one organization after the other, a transaction at a time in turn with the batches: after it is
 * woken, at start, and now and then. An organization where that fails waits longer each time, and no other does; marks
 * stay until they are done.
 */
export function createReconciler({ graph, groupId, metrics, inTurn, log }: ReconcilerOptions) {
  let isStopping = false
  let woken = Promise.withResolvers<void>()
  const putOff = new Map<string | null, { until: number; waitMs: number }>()
  const wake = () => {
    woken.resolve()
    woken = Promise.withResolvers<void>()
  }

  /** Runs a task of an organization, or of all, unless it failed a moment ago; null when it was not done. */
  async function attempt<T>(organization: string | null, task: () => Promise<T>): Promise<T | null> {
    const failed = putOff.get(organization)
    if (failed && performance.now() < failed.until) return null
    try {
      const done = await task()
      putOff.delete(organization)
      return done
    } catch (error) {
      const waitMs = failed ? Math.min(2 * failed.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS
      putOff.set(organization, { until: performance.now() + waitMs, waitMs })
      setTimeout(wake, waitMs).unref()
      log.warn({ reason: reasonOf(error) }, 'reconciling put off')
      return null
    }
  }

  /** One transaction for each organization that has marks; false when nothing was done. */
  async function pass(): Promise<boolean> {
    const marked = await attempt(null, () => graph.read(listMarkedOrganizations, null, {}))
    let isBusy = false
    for (const { key } of marked ?? []) {
      if (isStopping) return false
      const done = await attempt(key, () => inTurn(() => timed(key)))
      isBusy ||= done === true
    }
    return isBusy
  }

  async function timed(organization: string): Promise<boolean> {
    const done = metrics.reconcileSeconds.startTimer()
    const isDone = await reconcileSome(graph, groupId, organization)
    done()
    return isDone
  }

  async function watch(): Promise<void> {
    while (!isStopping) {
      const { promise } = woken
      if (!(await pass()) && !isStopping) await promise
    }
  }
  const looking = setInterval(wake, LOOK_EVERY_MS)
  const ended = watch()

  return {
    /** Something was applied: what it marked is looked at now. */
    wake,
    /** Brings the number of marks up to date; while the graph is away, it is what it was. */
    async measure(): Promise<void> {
      const counted = graph.read(countMarks, null, {}).then(([row]) => metrics.rechecks.set(row?.marks ?? 0))
      await Promise.race([counted.catch(() => undefined), delay(PATIENCE_MS, undefined, { ref: false })])
    },
    /** Waits for the transaction that runs; what is left stays marked. */
    async stop(): Promise<void> {
      isStopping = true
      clearInterval(looking)
      wake()
      await ended
    },
  }
}

export type Reconciler = ReturnType<typeof createReconciler>
