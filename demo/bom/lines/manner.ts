import type { Style } from '../../graph/styles/style.ts'
import type { StyleState } from '../../graph/styles/style-states.ts'
import { happens } from '../../graph/values/hash.ts'

/** Properties that all lines of a style share. Lines without IDs come from a source table without keys. */
export type BomManner = {
  readonly hasLineRefs: boolean
  readonly basis: 'on_net' | 'on_gross'
  readonly stage: 'costing' | 'booking' | 'bulk' | 'actual'
}

const stages: Readonly<Record<StyleState, BomManner['stage']>> = {
  concept: 'costing',
  development: 'costing',
  adopted: 'booking',
  production: 'bulk',
  discontinued: 'actual',
  dropped: 'costing',
}

/** One style in eight has no line IDs, and for one in ten, the gross yield is sent and the net yield is calculated. */
export function mannerOf({ hash, state }: Style): BomManner {
  return {
    hasLineRefs: !happens(hash, 'withoutLineRefs', 125),
    basis: happens(hash, 'onGross', 100) ? 'on_gross' : 'on_net',
    stage: stages[state],
  }
}
