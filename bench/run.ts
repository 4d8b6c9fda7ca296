import { join } from 'node:path'
import { projectFolder } from '../dev/runtime/folders.ts'
import { onLeave } from '../dev/runtime/on-leave.ts'
import { describeMachine, loadNow } from './machine.ts'
import { measureAll } from './measure-all.ts'
import { type Options, readOptions, usage } from './options.ts'
import { reportText, writeJson } from './report/report.ts'
import { sizesOf } from './report/sizes.ts'
import { openWorld } from './world.ts'

const file = join(projectFolder, 'reports/bench.json')

/** Measures, prints the tables and writes the JSON. Children end with this process, however it ends. */
async function bench(options: Options): Promise<void> {
  const loadBefore = loadNow()
  const sizes = sizesOf(options)
  const world = await openWorld(onProgress)
  onLeave(() => world.close().finally(() => process.exit(1)))
  try {
    const results = await measureAll(world, { ...options, sizes, onProgress })
    const circumstances = { machine: await describeMachine(world, loadBefore), options, sizes }
    console.log(reportText(circumstances, results))
    writeJson(file, circumstances, results)
    onProgress(`Written to ${file}.`)
  } finally {
    await world.close()
  }
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
