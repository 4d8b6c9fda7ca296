import { addCpu, type CpuSeconds, countCpu, type Processes } from './cpu.ts'
import type { Load, Window } from './reads/closed-loop.ts'
import { quantile, sum } from './report/stats.ts'

/** One of the things that are compared. */
export interface Side {
  /** Who works for it, by role. */
  processes: Processes
  run(load: Load): Promise<Window>
}

/** What one side did in one round; times in milliseconds. */
export interface Sample {
  count: number
  /** What the machine can do while nothing else disturbs it. */
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

/** Everything that a side did in a round. */
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
