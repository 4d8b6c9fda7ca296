import { setTimeout as delay } from 'node:timers/promises'
import { type CpuSeconds, countCpu } from '../cpu.ts'
import { newOrganization } from '../report/sizes.ts'
import type { World } from '../world.ts'

/** The CPU time of an idle installation with this number of additional organizations. */
export interface IdleResult {
  organizations: number
  seconds: number
  cpu: CpuSeconds
}

interface Plan {
  counts: readonly number[]
  /** Long enough for at least two rounds of housekeeping. */
  seconds: number
  onProgress(line: string): void
}

/** Adds organizations, and measures the projector while nothing is sent or read. */
export async function measureIdle(world: World, { counts, seconds, onProgress }: Plan): Promise<IdleResult[]> {
  const projector = await world.start('projector')
  try {
    const results: IdleResult[] = []
    let made = 0
    for (const organizations of counts) {
      for (; made < organizations; made += 1) await newOrganization(world.graph)
      onProgress(`Idle: ${seconds} s with ${organizations} organizations more.`)
      const usedSince = countCpu({ ...world.servers, projector: projector.pid })
      await delay(1000 * seconds)
      results.push({ organizations, seconds, cpu: usedSince() })
    }
    return results
  } finally {
    await projector.stop()
  }
}
