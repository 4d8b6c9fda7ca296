import { Link } from '@tanstack/react-router'
import { ApiProblem } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { StatusMark } from '../../parts/marks.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { Time } from '../../parts/values.tsx'
import { useAddress } from '../../use-address.ts'
import { NextStepText } from './ingest-list.tsx'
import { causesOf, type RejectionCause } from './ingest-rows.ts'
import { ingestSearch } from './ingest-search.ts'
import { rejectionSteps } from './next-steps.ts'

/** The newest rejections are counted, up to one page of this size. */
const COUNTED = 1000

/** The rejections by reason and source, each with what to do. The filters of the list apply. */
export function RejectionCauses(): ReactNode {
  const [{ type, source, subject, eventId, since }] = useAddress(ingestSearch)
  const rejections = useRead('listIngestRejections', { type, source, subject, eventId, since, limit: COUNTED })
  // The table below shows the error of an invalid filter.
  if (rejections.error instanceof ApiProblem && rejections.error.code === 'invalid_request') return null
  return (
    <Loaded query={rejections} lines={5}>
      {({ data, links }) =>
        data.length > 0 && (
          <>
            <h2>
              By reason
              {links.next !== null && (
                <small className="quiet"> of the newest {formatCount(data.length, 'rejection')}</small>
              )}
            </h2>
            <ul className="causes">
              {causesOf(data).map((cause) => (
                <Cause key={cause.reason} cause={cause} />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}

function Cause({ cause: { reason, count, newestAt, sources } }: { cause: RejectionCause }): ReactNode {
  const [search] = useAddress(ingestSearch)
  const { type, subject, eventId, since } = search
  const filters = { list: 'rejections', type, subject, eventId, since } as const
  return (
    <li className={search.reason === reason ? 'cause chosen' : 'cause'}>
      <h3>
        <Link
          to="/ingest"
          search={{ ...filters, reason, source: search.source }}
          aria-current={search.reason === reason ? 'true' : undefined}
          resetScroll={false}
        >
          <StatusMark status="rejected" text={formatCode(reason)} />
          <span>{formatCount(count, 'event')}</span>
        </Link>
      </h3>
      <p className="quiet">
        Newest <Time value={newestAt} />, from{' '}
        {sources.map(({ source, count: ofSource }, place) => (
          <span key={source}>
            {place > 0 && ', '}
            {source === null ? (
              'no source'
            ) : (
              <Link to="/ingest" search={{ ...filters, reason, source }} resetScroll={false}>
                {source}
              </Link>
            )}{' '}
            ({formatNumber(ofSource)})
          </span>
        ))}
      </p>
      <NextStepText next={rejectionSteps[reason]} />
    </li>
  )
}
