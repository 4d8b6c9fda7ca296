import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../cypher/connect.ts'
import { listOffsets, noteLag } from '../cypher/offsets.ts'
import type { PartitionEnds } from '../kafka/ends.ts'
import type { Log } from '../kafka/log.ts'
import { createMeasureLag, type LastApplied } from './measure-lag.ts'
import { reasonOf } from './reason-of.ts'
import { nextOf } from './watch-offsets.ts'

const EVERY_MS = 5000

export interface WatchLagOptions {
  graph: Graph
  groupId: string
  applied(): readonly LastApplied[]
  /** @throws when the broker is away */
  ends(): Promise<PartitionEnds[]>
  log: Log
}

/** Notes every 5 s how far the whole group is behind, for readers; each process does, and each says the same. */
export function watchLag({ graph, groupId, applied, ends, log }: WatchLagOptions) {
  const stopping = new AbortController()
  const measure = createMeasureLag()

  async function look(): Promise<void> {
    // The ends come first: what arrives meanwhile is not yet said to be late.
    const logs = await ends()
    await graph.write(async (run) => {
      const offsets = await run(listOffsets, null, { groupId })
      const now = Date.now()
      const lagSeconds = measure(logs, (place) => nextOf(offsets, place), applied(), now)
      await run(noteLag, null, { groupId, lagSeconds, measuredAt: new Date(now).toISOString() })
    })
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((error) => log.debug({ reason: reasonOf(error) }, 'the lag could not be measured'))
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = watch()

  return {
    async stop(): Promise<void> {
      stopping.abort()
      await ended
    },
  }
}
