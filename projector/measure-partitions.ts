import { setTimeout as delay } from 'node:timers/promises'
import type { PartitionEnds } from '../kafka/ends.ts'
import type { ProjectorMetrics } from './metrics.ts'
import type { Standing } from './partition-states.ts'
import { nextOf, type Offset } from './watch-offsets.ts'

/** A broker that does not answer must not hold up the answer to whoever collects the metrics. */
const PATIENCE_MS = 1000

export interface MeasureOptions {
  metrics: ProjectorMetrics
  standings(): readonly Standing[]
  offsets(): readonly Offset[]
  /** @throws when the broker is away */
  ends(): Promise<PartitionEnds[]>
}

/** Brings what is measured of each partition up to date; while a server is away, with what it said last. */
export function createMeasurePartitions({ metrics, standings, offsets, ends }: MeasureOptions) {
  let logs: PartitionEnds[] = []
  let asking: Promise<void> | null = null
  const ask = async () => {
    logs = await ends().catch(() => logs)
    asking = null
  }

  return async function measurePartitions(): Promise<void> {
    asking ??= ask()
    await Promise.race([asking, delay(PATIENCE_MS, undefined, { ref: false })])
    metrics.lag.reset()
    metrics.stopped.reset()
    for (const { topic, partition, ...standing } of standings()) {
      const end = logs.find((one) => one.topic === topic && one.partition === partition)
      const known = standing.state === 'running' ? standing.next : nextOf(offsets(), { topic, partition })
      const next = known ?? Number(end?.low ?? 0)
      if (end) metrics.lag.set({ topic, partition }, Math.max(0, Number(end.high) - next))
      if (standing.state === 'stopped') metrics.stopped.inc({ reason: standing.reason })
    }
  }
}
