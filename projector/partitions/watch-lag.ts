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
  /** @throws when the broker is away */
  endOffsets(): Promise<EndOffsets[]>
  log: Log
}

/**
 * Notes every 5 s how far the whole group is behind, for readers; each process does, and each says the same. Operators see
 * each partition, and while a server is away, how what is known to wait grows old.
 */
export function watchLag({ graph, groupId, metrics, applied, endOffsets, log }: WatchLagOptions) {
  const measureLag = createMeasureLag()
  let logs: readonly EndOffsets[] = []
  let offsets: readonly Offset[] = []

  const measure = (now: number) => {
    return measureLag(logs, (topicPartition) => nextOf(offsets, topicPartition), applied(), now)
  }

  async function look(): Promise<void> {
    // The ends of the log come first: records that arrive later do not count as late yet.
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
      // Also while a server is away.
      for (const { seconds, ...partition } of measure(Date.now())) metrics.lagSeconds.set(partition, seconds)
    }
  }
  return new Poll(EVERY_MS, lookAndShow, (error) => log.debug({ reason: reasonOf(error) }, 'lag could not be measured'))
}
