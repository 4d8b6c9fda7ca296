import { setTimeout as delay } from 'node:timers/promises'
import type { EndOffsets } from '../../kafka/consumer.ts'
import type { ProjectorMetrics } from '../metrics.ts'
import { type PartitionStatus, stopReasons } from './partition-status.ts'
import { nextOf, type Offset } from './watch-offsets.ts'

/** The longest wait for the broker when metrics are collected. */
const PATIENCE_MS = 1000

export interface MeasureOptions {
  metrics: ProjectorMetrics
  statuses(): readonly PartitionStatus[]
  offsets(): readonly Offset[]
  /** @throws when the broker is unavailable */
  endOffsets(): Promise<EndOffsets[]>
}

/** Updates the metrics of each partition. While a server is unavailable, its last values are used. */
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
        // The stored offset was read up to 2 s ago. The status has a newer one if this process has applied records
        // since then.
        const next = Math.max(status.next ?? 0, nextOf(offsets(), { topic, partition }) ?? 0, Number(end.low))
        metrics.lag.set({ topic, partition }, Math.max(0, Number(end.high) - next))
      }
      if (status.state === 'stopped') metrics.stopped.inc({ reason: status.reason })
    }
  }
}
