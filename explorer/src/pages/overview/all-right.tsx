import type { ReactNode } from 'react'
import type { Scope } from '../../session/use-token.ts'
import { useIsAllRight } from './use-overview.ts'

/** One green line when there is nothing to be done. */
export function AllRight({ scopes }: { scopes: readonly Scope[] }): ReactNode {
  if (useIsAllRight(scopes) !== true) return null
  const events = scopes.includes('ingest:read') ? ', and no event was rejected since yesterday' : ''
  return (
    <p className="all-right">
      <span aria-hidden="true">✓</span> Everything is all right: all datasets are fresh, no exception is open{events}.
    </p>
  )
}
