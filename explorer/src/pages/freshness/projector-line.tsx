import type { FreshnessPage } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { Time } from '../../parts/marks/time.tsx'
import { exactSpan } from './lag/exact-span.ts'

/** How far the service itself is behind what was sent to it. */
export function ProjectorLine({ projector }: { projector: FreshnessPage['meta']['projector'] }): ReactNode {
  const { lagSeconds, lastAppliedAt } = projector
  return (
    <p className="quiet">
      The service {behindText(lagSeconds)}.{' '}
      {lastAppliedAt !== null && (
        <>
          Last applied event received at <Time value={lastAppliedAt} />.
        </>
      )}
    </p>
  )
}

function behindText(lagSeconds: number | null): string {
  if (lagSeconds === null) return 'does not report its lag'
  if (lagSeconds === 0) return 'has applied all events'
  return lagSeconds < 1 ? 'is less than 1 s behind' : `is ${exactSpan(lagSeconds)} behind`
}
