import type { BomFeed } from './bom/bom-events.ts'
import type { BrandOptions } from './brand.ts'
import { demoOrganizations } from './write/write-options.ts'

/**
 * What of a brand's BOM the demo sends: its newest publications, and of its second brand one more, which fails, so that
 * operators find one.
 */
export function demoPublications({ organization }: BrandOptions, publications: number): BomFeed {
  return { publications, withFailure: organization === demoOrganizations[1] }
}
