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

export interface ReconcilerOptions {
  graph: Graph
  metrics: Pick<ProjectorMetrics, 'rechecks' | 'reconcileSeconds'>
  /** Writes one batch at a time. */
  inTurn<T>(task: () => Promise<T>): Promise<T>
  log: Log
}

/**
 * Does what is marked, of one organization after the other, a transaction at a time in turn with the batches: after it is
 * woken, at start, and now and then. While the graph does not answer it waits longer each time; marks stay until they are
 * done.
 */
export function createReconciler({ graph, metrics, inTurn, log }: ReconcilerOptions) {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()

  /** One transaction for each organization that has marks; false when none has. */
  async function pass(): Promise<boolean> {
    const marked = await graph.read(listMarkedOrganizations, null, {})
    for (const { key } of marked) {
      if (stopping.signal.aborted) return false
      await inTurn(async () => {
        const done = metrics.reconcileSeconds.startTimer()
        await reconcileSome(graph, key)
        done()
      })
    }
    return marked.length > 0
  }

  async function watch(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    while (!stopping.signal.aborted) {
      const wake = woken.promise
      try {
        const isBusy = await pass()
        waitMs = FIRST_WAIT_MS
        if (!isBusy) await Promise.race([wake, pause(LOOK_EVERY_MS)])
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'reconciling put off')
        await pause(waitMs)
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
      }
    }
  }
  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
  const ended = watch()

  return {
    /** Something was applied: what it marked is looked at now. */
    wake(): void {
      woken.resolve()
      woken = Promise.withResolvers<void>()
    },
    async measure(): Promise<void> {
      const [counted] = await graph.read(countMarks, null, {})
      metrics.rechecks.set(counted?.marks ?? 0)
    },
    /** Waits for the transaction that runs; what is left stays marked. */
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}

export type Reconciler = ReturnType<typeof createReconciler>
