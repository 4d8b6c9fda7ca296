import type { ReactNode } from 'react'
import type { Scope } from '../../session/use-token.ts'
import { useIsAllRight } from './use-overview.ts'

/** One green line when there is nothing to be done. */
export function AllRight({ scopes }: { scopes: readonly Scope[] }): ReactNode {
  if (useIsAllRight(scopes) !== true) return null
  const events = scopes.includes('ingest:read') ? ', and no events were rejected since yesterday' : ''
  return (
    <p className="all-right">
      <span aria-hidden="true">✓</span> All good: all datasets are fresh, no exceptions are open{events}.
    </p>
  )
}
