import { type BrandOptions, openBrand } from './brand.ts'
import { demoRecords } from './demo-records.ts'
import { type DemoEvent, eventOf } from './event.ts'

/**
 * The events of a brand in the order of a feed, one at a time, so that any profile runs in constant memory. The same
 * options give the same events, byte for byte. Throws on a key that no organization can have.
 */
export function* demoEvents(options: BrandOptions): Generator<DemoEvent, void> {
  const brand = openBrand(options)
  for (const record of demoRecords(brand)) yield eventOf(brand, record)
}
