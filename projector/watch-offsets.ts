import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../cypher/connect.ts'
import { listOffsets } from '../cypher/offsets.ts'
import type { Log } from '../kafka/log.ts'
import type { PartitionStates, Place } from './partition-states.ts'
import { reasonOf } from './reason-of.ts'

const EVERY_MS = 2000

/** Where the graph stands in a partition. */
export type Offset = Place & { next: number }

export interface WatchOptions {
  graph: Graph
  groupId: string
  states: PartitionStates
  log: Log
  /** The graph stands before what this process has applied. */
  onSetBack(place: Place, detail: string): void
}

/**
 * Looks every 2 s where the graph stands. A graph that was restored or is being rebuilt stands at an earlier offset, which
 * a partition without new events would otherwise never notice.
 */
export function watchOffsets({ graph, groupId, states, log, onSetBack }: WatchOptions) {
  const stopping = new AbortController()
  let offsets: readonly Offset[] = []
  let answeredAt: number | null = null

  async function look(): Promise<void> {
    const before = states.all()
    // A write transaction asks the leader of a cluster: others may be behind.
    offsets = await graph.write((run) => run(listOffsets, null, { groupId }))
    answeredAt = Date.now()
    for (const standing of before) {
      if (standing.state !== 'running' || states.get(standing) !== standing) continue
      const next = nextOf(offsets, standing) ?? 0
      if (next < standing.next) onSetBack(standing, `the graph stands at ${next}, and ${standing.next} was applied`)
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error) => log.debug({ reason: reasonOf(error) }, 'the graph did not say where it stands'))
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = watch()

  return {
    /** What the graph said last. */
    offsets: () => offsets,
    /** When it did, in ms since 1970; null before that. */
    answeredAt: () => answeredAt,
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}

export function nextOf(offsets: readonly Offset[], { topic, partition }: Place): number | null {
  return offsets.find((one) => one.topic === topic && one.partition === partition)?.next ?? null
}
