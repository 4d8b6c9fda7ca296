import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BrandOptions } from '../../demo/brand.ts'
import { untilReconciled } from '../../demo/feed/feed-demo.ts'
import { type Profile, profiles as profilesByName } from '../../demo/profile.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { canonicalId } from '../../domain/identity/identity.ts'
import { loadBrands, publishBrands, untilAllProjected } from '../capacity/load-brands.ts'
import { visibleAfterMs } from '../projector/single-event.ts'
import { newOrganization } from '../report/sizes.ts'
import { median } from '../report/stats.ts'
import type { World } from '../world.ts'

export interface LoadPlan {
  /** The profiles of brands, each ten times as large as the previous one. */
  profiles: readonly Profile[]
  singles: number
  onProgress(line: string): void
}

export interface LoadResult {
  styles: number
  /** The number of rows of one publication. */
  rows: number
  /** The time from the first event of the brand until nothing is left to reconcile. */
  loadSeconds: number
  /** The time for one more publication. */
  publishSeconds: number
  /** The time from `tda rebuild` until nothing is left to reconcile, for everything that was loaded so far. */
  rebuildSeconds: number
  /**
   * The time until a new supplier of another organization can be read, p50 in ms: before the load, during it, and
   * during a load of the same size at a limited rate.
   */
  single: { idle: number; during: number; longest: number; atPace: number }
}

/** A small brand that is loaded before anything is measured, and is part of every rebuild. */
const warm: Profile = { ...profilesByName.smoke, snapshots: 2 }
/** Records per second of the load with a limited rate. */
export const PACE = 1000
const PAUSE_MS = 200
const POLL_MS = 5

/**
 * Loads brands, one at a time, while another organization sends single events, and rebuilds the graph after each.
 * @param world an otherwise empty one, because a rebuild reads all events in Kafka
 */
export async function measureLoad(world: World, { profiles, singles, onProgress }: LoadPlan): Promise<LoadResult[]> {
  const projector = await world.start('projector')
  const results: LoadResult[] = []
  const other = await newOrganization(world.graph)
  let sent = 0
  const single = () => {
    sent += 1
    const recordId = `V-${sent}`
    const id = canonicalId(other, 'supplier', { system: 'plm', instance: 'main', recordId })
    const find = 'MATCH (e:Listed {tenantKey: $tenantKey, id: $id}) RETURN count(e) AS found'
    return visibleAfterMs(world, other, recordId, { find, id, pollMs: POLL_MS })
  }
  try {
    onProgress('Load: warming up.')
    await loadBrands(world, [{ organization: 'warm', profile: warm }], onProgress)
    for (const [at, profile] of profiles.entries()) {
      const brand: BrandOptions = { organization: `load${at}`, profile }
      const idle: number[] = []
      for (let number = 0; number < singles; number += 1) idle.push(await single())
      onProgress(`Load: ${profile.styles} styles.`)
      const load = secondsOf(() => loadBrands(world, [brand], onProgress))
      const during = await whileGoing(load, single)
      const loadSeconds = await load
      let rows = 0
      const publishSeconds = await secondsOf(async () => {
        rows = await publishBrands(world, [brand], 1, onProgress)
      })
      onProgress('Load: rebuilding.')
      const rebuildSeconds = await secondsOf(() => rebuild(world, onProgress))
      onProgress(`Load: ${profile.styles} styles at a pace.`)
      const paced = secondsOf(() => loadBrands(world, [{ organization: `paced${at}`, profile }], onProgress, PACE))
      const atPace = await whileGoing(paced, single)
      results.push({
        ...{ styles: profile.styles, rows, loadSeconds, publishSeconds, rebuildSeconds },
        single: { idle: median(idle), during: median(during), longest: Math.max(...during), atPace: median(atPace) },
      })
    }
    return results
  } finally {
    await projector.stop()
  }
}

/** Repeats a measurement until the given work has ended. */
async function whileGoing(going: Promise<unknown>, once: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  let isDone = false
  const done = going.finally(() => {
    isDone = true
  })
  do {
    results.push(await once())
    await delay(PAUSE_MS)
  } while (!isDone)
  await done
  return results
}

async function rebuild(world: World, onProgress: (line: string) => void): Promise<void> {
  const args = ['cli/tda.ts', 'rebuild', '--together', '--yes']
  await promisify(execFile)(process.execPath, args, { cwd: projectFolder, env: world.variables })
  await untilAllProjected(world, onProgress)
  await untilReconciled(world.graph, onProgress)
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
