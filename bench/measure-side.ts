import { addCpu, type CpuSeconds, countCpu, type Processes } from './cpu.ts'
import type { Load, Window } from './reads/closed-loop.ts'
import { quantile, sum } from './report/stats.ts'

/** One of the compared sides. */
export interface Side {
  /** The processes that work for this side, by role. */
  processes: Processes
  run(load: Load): Promise<Window>
}

/** The results of one side in one round, in milliseconds. */
export interface Sample {
  count: number
  /** The latency without disturbances by other load on the machine. */
  p10: number
  p50: number
  p99: number
  perSecond: number
  cpu: CpuSeconds
}

export type Measured = Window & { cpu: CpuSeconds }

/** Loads a side, and counts the CPU time of its processes during that. */
export async function measureSide({ processes, run }: Side, load: Load): Promise<Measured> {
  const usedSince = countCpu(processes)
  return { ...(await run(load)), cpu: usedSince() }
}

/** Combines all chunks of a side in one round. */
export function sampleOf(chunks: readonly Measured[]): Sample {
  const latencies = chunks.flatMap((chunk) => chunk.latencies)
  return {
    count: latencies.length,
    p10: quantile(latencies, 0.1),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    perSecond: latencies.length / sum(chunks.map(({ seconds }) => seconds)),
    cpu: addCpu(chunks.map(({ cpu }) => cpu)),
  }
}
