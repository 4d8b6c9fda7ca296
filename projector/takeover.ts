import type { Graph } from '../cypher/connect.ts'
import type { Assignment } from '../kafka/consumer-port.ts'
import type { Log } from '../kafka/log.ts'
import { backOff, claimPartition, type Whereabouts } from './claim-partition.ts'
import type { PartitionStates, Place, StopReason } from './partition-states.ts'
import { reasonOf } from './reason-of.ts'

export interface TakeoverOptions {
  graph: Graph
  groupId: string
  /** Names this process in the graph, for operators. */
  owner: string
  log: Log
  /** @throws when the broker is away */
  view(place: Place): Promise<Whereabouts>
  states: PartitionStates
}

/** Claims partitions and starts them where the graph stands, for as long as it takes. */
export function createTakeover({ graph, groupId, owner, log, view, states }: TakeoverOptions) {
  const stopping = new AbortController()
  let assignment: Assignment | null = null

  /** A partition at rest until an operator acts: going on would lose or mix up events. */
  function halt(place: Place, reason: StopReason, detail: string): void {
    states.set(place, { state: 'stopped', reason, detail })
    log.error({ ...place, reason, detail }, 'partition stopped')
  }

  async function claim(place: Place, { signal, start }: Assignment): Promise<boolean> {
    const whereabouts = await view(place)
    // A claim that comes late would take the partition away from its next owner.
    if (signal.aborted) return true
    const claimed = await claimPartition(graph, { groupId, ...place, owner }, whereabouts)
    if (claimed.outcome === 'rebuilding') return false
    if (signal.aborted) return true
    if (claimed.outcome === 'gap') halt(place, 'gap', claimed.detail)
    else {
      states.set(place, { state: 'running', claim: claimed.claim, next: claimed.next })
      start(place, BigInt(claimed.next))
      log.info({ ...place, next: claimed.next, epoch: claimed.claim.epoch }, 'partition claimed')
    }
    return true
  }

  /** Ends when the partition runs, has stopped, or was taken away. `failures` before this try make it wait first. */
  async function take(place: Place, given: Assignment, failures = 0): Promise<void> {
    const over = AbortSignal.any([given.signal, stopping.signal])
    if (failures > 0) await backOff(failures, over)
    for (let attempt = 0; !over.aborted; attempt += 1) {
      try {
        if (await claim(place, given)) return
      } catch (error) {
        log.warn({ ...place, attempt, reason: reasonOf(error) }, 'partition not claimed yet')
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
      for (const place of given.partitions) void take(place, given)
    },
    /** Claims a partition anew after `failures` batches in a row that were put back. */
    retake(place: Place, failures: number): void {
      states.set(place, { state: 'claiming' })
      if (assignment) void take(place, assignment, failures)
    },
    stop: () => stopping.abort(),
  }
}

export type Takeover = ReturnType<typeof createTakeover>
