import type { ReactNode } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { StillLoading } from '../../parts/states.tsx'
import { useHasScope, useToken } from '../../session/session-context.tsx'
import { ExportsCard, RejectionsCard } from './activity-cards.tsx'
import { ChangesCard } from './changes-card.tsx'
import { overviewCalls, reads, useIsAllRight, useOverview } from './overview-reads.ts'
import { ExceptionsCard, FreshnessCard } from './status-cards.tsx'

/** Today's data health: a card for each page, with links to what it counts. */
export function OverviewPage(): ReactNode {
  const scopes = useToken().data?.credential.scopes ?? []
  const freshness = useOverview(reads.freshness)
  const cards = [
    scopes.includes('bom:read') && <ChangesCard key="changes" />,
    scopes.includes('materials:read') && <FreshnessCard key="freshness" />,
    scopes.includes('materials:read') && <ExceptionsCard key="exceptions" />,
    scopes.includes('ingest:read') && <RejectionsCard key="rejections" />,
    scopes.includes('exports:create') && <ExportsCard key="exports" />,
  ].filter((card) => card !== false)
  return (
    <>
      <PageHead title="Overview" lead="Today’s data health at a glance." />
      <StillLoading projector={freshness.data?.meta.projector} />
      <AllRight />
      {cards.length === 0 ? (
        <p className="notice">
          Your token has none of the scopes that the overview needs. The menu lists the scope of each page.
        </p>
      ) : (
        <div className="cards">{cards}</div>
      )}
      <AsCode calls={overviewCalls(scopes)} />
    </>
  )
}

/** One green line if nothing needs attention. */
function AllRight(): ReactNode {
  const seesIngest = useHasScope('ingest:read')
  if (useIsAllRight() !== true) return null
  const events = seesIngest ? ', and no events were rejected since yesterday' : ''
  return (
    <p className="all-right">
      <span aria-hidden="true">✓</span> All good: all datasets are fresh, no exceptions are open{events}.
    </p>
  )
}
