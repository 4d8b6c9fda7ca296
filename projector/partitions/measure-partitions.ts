import { setTimeout as delay } from 'node:timers/promises'
import type { EndOffsets } from '../../kafka/consumer.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { type PartitionStatus, stopReasons } from './partition-status.ts'
import { nextOf, type Offset } from './watch-offsets.ts'

/** A broker that does not respond must not delay the collection of the metrics. */
const PATIENCE_MS = 1000

export interface MeasureOptions {
  metrics: ProjectorMetrics
  statuses(): readonly PartitionStatus[]
  offsets(): readonly Offset[]
  /** @throws when the broker is away */
  endOffsets(): Promise<EndOffsets[]>
}

/** Brings what is measured of each partition up to date; while a server is away, with what it said last. */
export function createMeasurePartitions({ metrics, statuses, offsets, endOffsets }: MeasureOptions) {
  let logs: EndOffsets[] = []
  let asking: Promise<void> | null = null
  const ask = async () => {
    logs = await endOffsets().catch(() => logs)
    asking = null
  }

  return async function measurePartitions(): Promise<void> {
    asking ??= ask()
    await Promise.race([asking, delay(PATIENCE_MS, undefined, { ref: false })])
    metrics.lag.reset()
    for (const reason of stopReasons) metrics.stopped.set({ reason }, 0)
    for (const { topic, partition, ...status } of statuses()) {
      const end = logs.find((one) => one.topic === topic && one.partition === partition)
      if (end) {
        // The graph was looked at up to 2 s ago; what this process applied since is applied in any state of the partition.
        const next = Math.max(status.next ?? 0, nextOf(offsets(), { topic, partition }) ?? 0, Number(end.low))
        metrics.lag.set({ topic, partition }, Math.max(0, Number(end.high) - next))
      }
      if (status.state === 'stopped') metrics.stopped.inc({ reason: status.reason })
    }
  }
}
