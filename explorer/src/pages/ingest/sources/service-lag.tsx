import type { IngestSourcePage } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatSpan } from '../../../format/format-time.ts'
import { Time } from '../../../parts/marks/time.tsx'

/** How far the service itself is behind, so that a source that is silent is not taken for a service that is slow. */
export function ServiceLag({ meta }: { meta: IngestSourcePage['meta'] | undefined }): ReactNode {
  const { lagSeconds = null, lastAppliedAt = null } = meta?.projector ?? {}
  return (
    <p className="service-lag">
      {meta && (
        <>
          {lagSeconds === null ? (
            'The lag of the service is unknown'
          ) : (
            <>
              The service is <b>{formatSpan(lagSeconds)}</b> behind
            </>
          )}
          {lastAppliedAt !== null && (
            <>
              . Last applied event received at <Time value={lastAppliedAt} />
            </>
          )}
          . As of <Time value={meta.evaluatedAt} />.
        </>
      )}
    </p>
  )
}
