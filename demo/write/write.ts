import { createWriteStream } from 'node:fs'
import { bomEventCount } from '../bom/bom-events.ts'
import { demoCounts } from '../demo-counts.ts'
import { demoPublications } from '../demo-publications.ts'
import { writeNdjson } from './write-ndjson.ts'
import { usage, type WriteOptions, writeOptions } from './write-options.ts'
import { writtenEvents } from './written-events.ts'

/** Writes the events of brands, and prints their counts on standard error. */
async function write({ output, ...options }: WriteOptions): Promise<void> {
  const connectedCounts = new Map<string, Record<string, number>>()
  const events = writtenEvents(options, connectedCounts)
  if (!(await writeNdjson(events, output === null ? process.stdout : createWriteStream(output)))) return
  for (const brand of options.brands) {
    const bom = bomEventCount(brand, demoPublications(brand, options.publications))
    const connected = listed(connectedCounts.get(brand.organization) ?? {})
    const counts = `${listed(demoCounts(brand))}, ${bom} BOM events, ${connected}`
    console.error(`${brand.organization}, ${brand.profile}: ${counts}`)
  }
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
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
