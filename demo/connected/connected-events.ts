import { type BrandOptions, openBrand } from '../brand.ts'
import type { DemoEvent } from '../event.ts'
import { type ConnectedFeed, connectedRecords } from './connected-records.ts'
import { type ConnectedKind, systemEvent } from './systems/system-record.ts'

/**
 * The connected data of a brand, one event at a time. It is sent after records and publications, although no order is
 * needed. The same options give the same events, byte for byte.
 */
export function* connectedEvents(options: BrandOptions, feed: ConnectedFeed = {}): Generator<DemoEvent, void> {
  const brand = openBrand(options)
  for (const record of connectedRecords(brand, feed)) yield systemEvent(brand, record)
}

/** How many events `connectedEvents` gives with the same options, by kind, for progress. */
export function connectedCounts(options: BrandOptions): Record<ConnectedKind, number> {
  const counts = { dataset: 0, dataset_load: 0, source_record: 0, material: 0, requirement: 0, position: 0 }
  for (const { kind } of connectedRecords(openBrand(options))) counts[kind] += 1
  return counts
}
