import { bomEvents } from '../bom/bom-events.ts'
import { connectedEvents } from '../connected/connected-events.ts'
import { demoEvents } from '../demo-events.ts'
import { demoPublications } from '../demo-publications.ts'
import type { DemoEvent } from '../event.ts'
import type { WriteOptions } from './write-options.ts'

/**
 * The records of each brand, then their publications, then their connected data, computed one by one and never kept.
 * The connected data is counted by kind into `connectedCounts` as it passes, because counting it beforehand would take
 * as long as computing it.
 */
export function* writtenEvents(
  { brands, publications, loadsUntil }: Omit<WriteOptions, 'output'>,
  connectedCounts: Map<string, Record<string, number>>,
): Generator<DemoEvent, void> {
  for (const brand of brands) yield* demoEvents(brand)
  for (const brand of brands) yield* bomEvents(brand, demoPublications(brand, publications))
  for (const brand of brands)
    yield* counted(connectedEvents(brand, { loadsUntil }), brand.organization, connectedCounts)
}

function* counted(
  events: Iterable<DemoEvent>,
  organization: string,
  into: Map<string, Record<string, number>>,
): Generator<DemoEvent, void> {
  const counts: Record<string, number> = {}
  into.set(organization, counts)
  for (const event of events) {
    const [, kind = ''] = event.value.type.split('.')
    counts[kind] = (counts[kind] ?? 0) + 1
    yield event
  }
}
