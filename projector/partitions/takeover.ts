import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import type { Assignment, TopicPartition } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import { backOff, claimPartition, type Whereabouts } from './claim-partition.ts'
import type { PartitionStates, StopReason } from './partition-status.ts'

/** Longer than a broker that was away takes to learn that it leads no more. */
const GAP_PAUSE_MS = 5_000

export interface TakeoverOptions {
  graph: Graph
  groupId: string
  /** Names this process in the graph, for operators. */
  owner: string
  log: Log
  /** @throws when the broker is away */
  view(topicPartition: TopicPartition): Promise<Whereabouts>
  states: PartitionStates
  /** How many partitions a topic must have from which the graph was not built yet. */
  expectedPartitions: number
  /** How long a gap is doubted before the broker is asked again; default 5 s. */
  gapPauseMs?: number
}

/** Where a claim got: over, to be tried again, or at a reason to stop. */
type Outcome = 'over' | 'again' | { reason: StopReason; detail: string }

/** Claims partitions and starts them where the graph stands, for as long as it takes. */
export function createTakeover({
  graph,
  groupId,
  owner,
  log,
  view,
  states,
  expectedPartitions,
  gapPauseMs = GAP_PAUSE_MS,
}: TakeoverOptions) {
  const stopping = new AbortController()
  let assignment: Assignment | null = null

  /** A partition that is stopped until an operator acts, because continuing could lose or reorder events. */
  function halt(topicPartition: TopicPartition, reason: StopReason, detail: string): void {
    states.set(topicPartition, { state: 'stopped', reason, detail })
    log.error({ ...topicPartition, reason, detail }, 'partition stopped')
  }

  async function claim(topicPartition: TopicPartition, { signal, start }: Assignment): Promise<Outcome> {
    const whereabouts = await view(topicPartition)
    // A claim that comes late would take the partition away from its next owner.
    if (signal.aborted) return 'over'
    const claiming = { groupId, ...topicPartition, owner }
    const claimed = await claimPartition(graph, claiming, whereabouts, expectedPartitions)
    if (claimed.outcome === 'rebuilding') return 'again'
    if (signal.aborted) return 'over'
    if (claimed.outcome !== 'claimed') return { reason: claimed.outcome, detail: claimed.detail }
    states.claimed(topicPartition, claimed.claim, claimed.next)
    start(topicPartition, BigInt(claimed.next))
    log.info({ ...topicPartition, next: claimed.next, epoch: claimed.claim.epoch }, 'partition claimed')
    return 'over'
  }

  /**
   * A gap, or another number of partitions, counts when it is there twice, some seconds apart and over another connection: a former leader that was away,
   * and does not know yet, says where its old log ends.
   */
  async function claimDoubting(
    topicPartition: TopicPartition,
    given: Assignment,
    over: AbortSignal,
  ): Promise<'over' | 'again'> {
    const first = await claim(topicPartition, given)
    if (typeof first === 'string') return first
    log.warn({ ...topicPartition, ...first }, 'topic seems to be another one, retrying')
    await delay(gapPauseMs, undefined, { signal: over }).catch(() => undefined)
    if (over.aborted) return 'over'
    const second = await claim(topicPartition, given)
    if (typeof second === 'string') return second
    halt(topicPartition, second.reason, second.detail)
    return 'over'
  }

  /** Ends when the partition runs, has stopped, or was taken away. `failures` before this try make it wait first. */
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
    /** Partitions were given to this process: each is claimed, and those of before are gone. */
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
