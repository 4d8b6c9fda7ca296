import type { ReactNode } from 'react'
import { AsCode } from '../../parts/page/as-code.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { useToken } from '../../session/use-token.ts'
import { StillLoading } from '../freshness/still-loading.tsx'
import { AllRight } from './all-right.tsx'
import { ChangesCard } from './changes-card.tsx'
import { ExceptionsCard } from './exceptions-card.tsx'
import { ExportsCard } from './exports-card.tsx'
import { FreshnessCard } from './freshness-card.tsx'
import { overviewCalls } from './overview-calls.ts'
import { RejectionsCard } from './rejections-card.tsx'
import { useFreshness } from './use-overview.ts'

/** Whether everything is all right today: a card for each page, each with links to what it counts. */
export function OverviewPage(): ReactNode {
  const scopes = useToken().data?.credential.scopes ?? []
  const freshness = useFreshness(scopes.includes('materials:read'))
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
      <AllRight scopes={scopes} />
      {cards.length === 0 ? (
        <p className="notice">
          Your token has none of the scopes that the overview needs. The menu lists the scope of each page.
        </p>
      ) : (
        <div className="cards">{cards}</div>
      )}
      <AsCode calls={overviewCalls.filter(({ scope }) => scopes.includes(scope)).map(({ call }) => call)} />
    </>
  )
}
