import type { Graph } from '../../cypher/connect.ts'
import { listOffsets, noteLag } from '../../cypher/system/offsets.ts'
import type { EndOffsets } from '../../kafka/consumer.ts'
import type { Log } from '../../kafka/log.ts'
import { reasonOf } from '../errors.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { Poll } from '../poll.ts'
import { createMeasureLag, type LastApplied, longestOf } from './measure-lag.ts'
import { nextOf, type Offset } from './watch-offsets.ts'

const EVERY_MS = 5000

export interface WatchLagOptions {
  graph: Graph
  groupId: string
  metrics: Pick<ProjectorMetrics, 'lagSeconds'>
  applied(): readonly LastApplied[]
  /** @throws when the broker is unavailable */
  endOffsets(): Promise<EndOffsets[]>
  log: Log
}

/**
 * Stores the lag of the whole consumer group in the graph every 5 s, for the API. Every projector does this, with the
 * same result. Metrics show the lag of each partition. While a server is unavailable, the lag of the known records
 * keeps growing.
 */
export function watchLag({ graph, groupId, metrics, applied, endOffsets, log }: WatchLagOptions) {
  const measureLag = createMeasureLag()
  let logs: readonly EndOffsets[] = []
  let offsets: readonly Offset[] = []

  const measure = (now: number) => {
    return measureLag(logs, (topicPartition) => nextOf(offsets, topicPartition), applied(), now)
  }

  async function look(): Promise<void> {
    // End offsets are read before the stored offsets, so that records that arrive in between do not count as unapplied.
    logs = await endOffsets()
    await graph.write(async (run) => {
      offsets = await run(listOffsets, null, { groupId })
      const now = Date.now()
      const lagSeconds = longestOf(measure(now))
      await run(noteLag, null, { groupId, lagSeconds, measuredAt: new Date(now).toISOString() })
    })
  }

  async function lookAndShow(): Promise<void> {
    try {
      await look()
    } finally {
      // Updates the metric even if a server is unavailable.
      for (const { seconds, ...partition } of measure(Date.now())) metrics.lagSeconds.set(partition, seconds)
    }
  }
  return new Poll(EVERY_MS, lookAndShow, (error) => log.debug({ reason: reasonOf(error) }, 'lag could not be measured'))
}
