import { join } from 'node:path'
import { profiles } from '../demo/profile.ts'
import { projectFolder } from '../dev/runtime/folders.ts'
import { onLeave } from '../dev/runtime/on-leave.ts'
import { type LoadPlan, measureLoad } from './load/measure-load.ts'
import { describeMachine, loadNow } from './machine.ts'
import { measureAll } from './measure-all.ts'
import { type Options, readOptions, usage } from './options.ts'
import { reportText, writeJson } from './report/report.ts'
import { sizesOf } from './report/sizes.ts'
import { openWorld, type World } from './world.ts'

const file = join(projectFolder, 'reports/bench.json')

/** Measures, prints the tables, and writes the JSON. Child processes end with this process. */
async function bench(options: Options): Promise<void> {
  const loadBefore = loadNow()
  const sizes = sizesOf(options)
  onLeave(() => Promise.resolve(open?.close()).finally(() => process.exit(1)))
  const { results, machine } = await inWorld(async (world) => ({
    results: await measureAll(world, { ...options, sizes, onProgress }),
    machine: await describeMachine(world, loadBefore),
  }))
  // The load has a world of its own, because its rebuild reads all events that were ever sent.
  if (options.parts.includes('load'))
    results.load = await inWorld((world) => measureLoad(world, { ...loadPlan(options), onProgress }))
  const circumstances = { machine, options, sizes }
  console.log(reportText(circumstances, results))
  writeJson(file, circumstances, results)
  onProgress(`Written to ${file}.`)
}

let open: World | null = null

/** Measures in a world of its own, which is closed at the end. */
async function inWorld<T>(measure: (world: World) => Promise<T>): Promise<T> {
  const world = await openWorld(onProgress)
  open = world
  try {
    return await measure(world)
  } finally {
    open = null
    await world.close()
  }
}

/** The larger brand is the one of which `npm run bench:capacity` loads many. */
function loadPlan({ quick }: Options): Pick<LoadPlan, 'profiles' | 'singles'> {
  if (quick) return { profiles: [{ ...profiles.smoke, snapshots: 2 }], singles: 5 }
  const { mid } = profiles
  const [styles, materials] = [mid.styles / 10, mid.materials / 10]
  return { profiles: [{ ...mid, styles, materials, suppliers: 12, factories: 4 }, mid], singles: 50 }
}

function onProgress(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
}

if (process.argv.includes('--help')) {
  console.log(usage)
} else {
  try {
    await bench(readOptions(process.argv.slice(2)))
    process.exit()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
