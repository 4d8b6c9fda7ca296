import { createWriteStream } from 'node:fs'
import { demoCounts } from './demo-counts.ts'
import { demoEvents } from './demo-events.ts'
import { writeNdjson } from './write-ndjson.ts'
import { usage, type WriteOptions, writeOptions } from './write-options.ts'

/** Writes the events of each brand in turn, then says on standard error how many there were. */
async function write({ brands, output }: WriteOptions): Promise<void> {
  const events = function* () {
    for (const brand of brands) yield* demoEvents(brand)
  }
  if (!(await writeNdjson(events(), output === null ? process.stdout : createWriteStream(output)))) return
  for (const brand of brands) {
    const counts = Object.entries(demoCounts(brand)).map(([kind, count]) => `${count} ${kind}`)
    console.error(`${brand.organization}, ${brand.profile}: ${counts.join(', ')} events`)
  }
}

if (process.argv.includes('--help')) {
  console.log(usage)
} else {
  try {
    await write(writeOptions(process.argv.slice(2)))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
