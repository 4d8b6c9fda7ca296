import { Link } from '@tanstack/react-router'
import type { IngestSource, IngestSourcePage } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { formatSpan } from '../../format/times.ts'
import { SidePanel } from '../../parts/layout.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { Nothing, Time } from '../../parts/values.tsx'
import { WholeRecord } from '../../parts/whole-record.tsx'
import type { Column } from '../../table/column.ts'
import { IngestList } from './ingest-list.tsx'

/** The sources of events, with counts by status, and the time since the last new event. */
export function SourcesList(): ReactNode {
  const list = useList('listIngestSources', {})
  return (
    <>
      <p>The status of the events of each source since the start of the event log. Each event is counted once.</p>
      <ServiceLag meta={list.first?.meta} />
      <IngestList
        label="Sources"
        columns={sourceColumns}
        list={list}
        rowHeight={56}
        rowKey={({ source }) => source}
        empty={
          <Empty title="No events received yet.">
            <a href="/docs/send/records">How to send events</a>
          </Empty>
        }
        call={{ operationId: 'listIngestSources', input: {} }}
        panelOf={(row, onClose) => <SourcePanel source={row} onClose={onClose} />}
      />
    </>
  )
}

/** How far the service is behind, so that users do not mistake a slow service for a source that sends nothing. */
function ServiceLag({ meta }: { meta: IngestSourcePage['meta'] | undefined }): ReactNode {
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

const sourceColumns: readonly Column<IngestSource>[] = [
  {
    name: 'Source',
    width: 'minmax(11rem, 2fr)',
    cell: ({ source, types }) => (
      <>
        {source}
        <small>{formatCount(types.length, 'type')} of events</small>
      </>
    ),
    values: ({ source, types }) => ({ Source: source, 'Types of events': types.length }),
  },
  {
    name: 'Last event',
    width: '10.5rem',
    cell: ({ lastEventAt }) => <Time value={lastEventAt} />,
    values: ({ lastEventAt }) => ({ 'Last event': lastEventAt }),
  },
  {
    name: 'Since last event',
    width: '9rem',
    align: 'right',
    cell: ({ lagSeconds }) => (lagSeconds === null ? <Nothing /> : formatSpan(lagSeconds)),
    values: ({ lagSeconds }) => ({ 'Seconds since the last event': lagSeconds }),
  },
  {
    name: 'Applied',
    width: '8rem',
    align: 'right',
    cell: ({ applied }) => formatNumber(applied),
    values: ({ applied }) => ({ Applied: applied }),
  },
  {
    name: 'Duplicate or outdated',
    width: '8rem',
    align: 'right',
    cell: ({ stale }) => formatNumber(stale),
    values: ({ stale }) => ({ 'Duplicate or outdated': stale }),
  },
  {
    name: 'Rejected',
    width: '8rem',
    align: 'right',
    cell: (row) => <Rejected row={row} />,
    values: ({ rejected }) => ({ Rejected: rejected }),
  },
]

function Rejected({ row: { source, rejected } }: { row: IngestSource }): ReactNode {
  if (rejected === 0) return '0'
  return (
    // A click on the row would open it.
    <Link to="/ingest" search={{ list: 'rejections', source }} onClick={(event) => event.stopPropagation()}>
      <b className="differs">{formatNumber(rejected)}</b>
    </Link>
  )
}

function SourcePanel({ source: row, onClose }: { source: IngestSource; onClose: () => void }): ReactNode {
  const { source, types, rejected } = row
  return (
    <SidePanel title={source} onClose={onClose}>
      <p>
        {rejected === 0 ? (
          'No rejected events from this source.'
        ) : (
          <Link to="/ingest" search={{ list: 'rejections', source }}>
            {formatCount(rejected, 'event')} rejected: view them
          </Link>
        )}
      </p>
      {types.length > 0 && <h3>Event types</h3>}
      <ul className="plain-list">
        {types.map((type) => (
          <li key={type}>
            <code>{type}</code>
          </li>
        ))}
      </ul>
      <WholeRecord value={row} />
    </SidePanel>
  )
}
