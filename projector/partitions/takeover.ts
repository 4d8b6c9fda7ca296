import { setTimeout as delay } from 'node:timers/promises'
import type { Assignment, TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import { backOff, type Claimed, type Whereabouts } from './claim-partition.ts'
import type { PartitionStates, StopReason } from './partition-status.ts'

/** Longer than a broker needs after an outage to learn that it is no longer the leader. */
const GAP_PAUSE_MS = 5_000

export interface TakeoverOptions {
  log: Log
  /** @throws when the broker is unavailable */
  view(topicPartition: TopicPartition): Promise<Whereabouts>
  states: PartitionStates
  /** Claims a partition in the graph. */
  claimIn(topicPartition: TopicPartition, found: Whereabouts): Promise<Claimed>
  /** How long to wait before a gap is checked a second time; default 5 s. */
  gapPauseMs?: number
}

/** The result of an attempt to claim: `over` needs no other attempt, `again` does, otherwise the partition stops. */
type Outcome = 'over' | 'again' | { reason: StopReason; detail: string }

/**
 * Claims assigned partitions and starts each at the offset stored in the graph. Retries until it succeeds or the
 * assignment ends.
 */
export function createTakeover({ log, view, states, claimIn, gapPauseMs = GAP_PAUSE_MS }: TakeoverOptions) {
  const stopping = new AbortController()
  let assignment: Assignment | null = null

  /** Stops a partition until an operator acts, because continuing could lose or reorder events. */
  function halt(topicPartition: TopicPartition, reason: StopReason, detail: string): void {
    states.set(topicPartition, { state: 'stopped', reason, detail })
    log.error({ ...topicPartition, reason, detail }, 'partition stopped')
  }

  async function claim(topicPartition: TopicPartition, { signal, start }: Assignment): Promise<Outcome> {
    const whereabouts = await view(topicPartition)
    // The partition may be assigned to another process by now. A late claim would take it away from that process.
    if (signal.aborted) return 'over'
    const claimed = await claimIn(topicPartition, whereabouts)
    if (claimed.outcome === 'rebuilding') return 'again'
    if (signal.aborted) return 'over'
    if (claimed.outcome !== 'claimed') return { reason: claimed.outcome, detail: claimed.detail }
    states.claimed(topicPartition, claimed.claim, claimed.next)
    start(topicPartition, BigInt(claimed.next))
    log.info({ ...topicPartition, next: claimed.next, epoch: claimed.claim.epoch }, 'partition claimed')
    return 'over'
  }

  /**
   * Stops for a gap, or for another number of partitions, only if a second attempt some seconds later, over another
   * connection, finds it too. A former leader that has just returned from an outage reports the end of an outdated log.
   */
  async function claimDoubting(
    topicPartition: TopicPartition,
    given: Assignment,
    over: AbortSignal,
  ): Promise<'over' | 'again'> {
    const first = await claim(topicPartition, given)
    if (typeof first === 'string') return first
    log.warn({ ...topicPartition, ...first }, 'topic does not match the graph, checking again')
    await delay(gapPauseMs, undefined, { signal: over }).catch(() => undefined)
    if (over.aborted) return 'over'
    const second = await claim(topicPartition, given)
    if (typeof second === 'string') return second
    halt(topicPartition, second.reason, second.detail)
    return 'over'
  }

  /** Ends when the partition runs, has stopped, or was revoked. After `failures` earlier failures, it waits first. */
  async function take(topicPartition: TopicPartition, given: Assignment, failures = 0): Promise<void> {
    const over = AbortSignal.any([given.signal, stopping.signal])
    if (failures > 0) await backOff(failures, over)
    for (let attempt = 0; !over.aborted; attempt += 1) {
      try {
        if ((await claimDoubting(topicPartition, given, over)) === 'over') return
      } catch (error) {
        log.warn({ ...topicPartition, attempt, reason: reasonOf(error) }, 'partition not claimed yet')
      }
      await backOff(attempt, over)
    }
  }

  return {
    halt,
    /** Partitions were assigned to this process: claims each, and drops the previous assignment. */
    assign(given: Assignment): void {
      assignment = given
      states.replace(given.partitions)
      for (const topicPartition of given.partitions) void take(topicPartition, given)
    },
    /** Claims a partition again after `failures` batches in a row have failed. */
    retake(topicPartition: TopicPartition, failures: number): void {
      states.set(topicPartition, { state: 'claiming' })
      if (assignment) void take(topicPartition, assignment, failures)
    },
    stop: () => stopping.abort(),
  }
}

export type Takeover = ReturnType<typeof createTakeover>
