import { createWriteStream } from 'node:fs'
import { bomEventCount, bomEvents } from './bom/bom-events.ts'
import { connectedEvents } from './connected/connected-events.ts'
import { demoCounts } from './demo-counts.ts'
import { demoEvents } from './demo-events.ts'
import { demoPublications } from './demo-publications.ts'
import type { DemoEvent } from './event.ts'
import { writeNdjson } from './write-ndjson.ts'
import { usage, type WriteOptions, writeOptions } from './write-options.ts'

/**
 * Writes the records of each brand in turn, then their publications, then what systems say about them, and tells on
 * standard error how many there were.
 */
async function write({ brands, publications, loadsUntil, output }: WriteOptions): Promise<void> {
  const said = new Map<string, Record<string, number>>()
  const events = function* () {
    for (const brand of brands) yield* demoEvents(brand)
    for (const brand of brands) yield* bomEvents(brand, demoPublications(brand, publications))
    for (const brand of brands) yield* counted(connectedEvents(brand, { loadsUntil }), brand.organization, said)
  }
  if (!(await writeNdjson(events(), output === null ? process.stdout : createWriteStream(output)))) return
  for (const brand of brands) {
    const bom = bomEventCount(brand, demoPublications(brand, publications))
    const counts = `${listed(demoCounts(brand))}, ${bom} BOM events, ${listed(said.get(brand.organization) ?? {})}`
    console.error(`${brand.organization}, ${brand.profile}: ${counts}`)
  }
}

/** Counts what passes by its kind: what systems say takes as long to count beforehand as to compute. */
function* counted(events: Iterable<DemoEvent>, organization: string, into: Map<string, Record<string, number>>) {
  const counts: Record<string, number> = {}
  into.set(organization, counts)
  for (const event of events) {
    const [, kind = ''] = event.value.type.split('.')
    counts[kind] = (counts[kind] ?? 0) + 1
    yield event
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
