import type { ReactNode } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { StillLoading } from '../../parts/states.tsx'
import { useToken } from '../../session/session-context.tsx'
import { ExportsCard, RejectionsCard } from './activity-cards.tsx'
import { ChangesCard } from './changes-card.tsx'
import { overviewCalls, reads, useOverview } from './overview-reads.ts'
import { ExceptionsCard, FreshnessCard } from './status-cards.tsx'
import { Verdict } from './verdict.tsx'

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
      <Verdict />
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
