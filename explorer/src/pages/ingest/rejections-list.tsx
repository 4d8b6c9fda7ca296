import { deadReasonValues, type IngestRejection } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount } from '../../format/numbers.ts'
import { formatTime, fromLocalInput, toLocalInput } from '../../format/times.ts'
import { Filters, named, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { StatusMark } from '../../parts/marks.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { Nothing, Time } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { useAddress } from '../../use-address.ts'
import { IngestList } from './ingest-list.tsx'
import { logPosition } from './ingest-rows.ts'
import { ingestSearch } from './ingest-search.ts'
import { RejectionCauses } from './rejection-causes.tsx'
import { RejectionPanel } from './rejection-panel.tsx'

/** Rejected events, grouped by reason with what to do, and listed. */
export function RejectionsList(): ReactNode {
  const [{ reason, type, source, subject, eventId, since }, setSearch] = useAddress(ingestSearch)
  const filters = { reason, type, source, subject, eventId, since }
  const list = useList('listIngestRejections', filters)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <p>
        Rejected events, newest first. The list keeps the latest 10,000 from the last 30 days. All other events were
        processed.
      </p>
      <RejectionFilters />
      <RejectionCauses />
      <IngestList
        label="Rejected events"
        columns={rejectionColumns}
        list={list}
        rowHeight={56}
        rowKey={logPosition}
        empty={
          isFiltered ? (
            <>
              <Notices
                notices={list.first?.meta.notices}
                onUse={(name, value, options) => setSearch({ [name]: value }, options)}
              />
              <Empty title="No rejected events match these filters.">Change or clear the filters.</Empty>
            </>
          ) : (
            <Empty title="No rejected events.">
              If your event did not arrive, ask the operator. Events that cannot be attributed to an organization are
              visible only to operators. <a href="/docs/send/rejected-events">Why events are rejected</a>
            </Empty>
          )
        }
        call={{ operationId: 'listIngestRejections', input: filters }}
        panelOf={(row, onClose) => <RejectionPanel rejection={row} onClose={onClose} />}
      />
    </>
  )
}

const none = {
  ...{ reason: undefined, type: undefined, source: undefined },
  ...{ subject: undefined, eventId: undefined, since: undefined },
}

const chipNames = {
  reason: (reason: string) => `Reason: ${formatCode(reason)}`,
  source: 'Source',
  type: 'Type',
  subject: 'Subject',
  eventId: 'Event ID',
  since: (since: string) => `Since ${formatTime(since)}`,
}

function RejectionFilters(): ReactNode {
  const [search, setSearch] = useAddress(ingestSearch)
  const { reason, type, source, subject, eventId, since } = search
  return (
    <Filters
      chips={chipsOf(search, chipNames, (name) => setSearch({ [name]: undefined }))}
      onClear={() => setSearch(none)}
    >
      <SelectFilter
        label="Reason"
        value={reason}
        options={named(deadReasonValues)}
        onChange={(chosen) => setSearch({ reason: chosen })}
      />
      <TextFilter
        label="Source"
        value={source}
        placeholder="/plm/main"
        onChange={(text) => setSearch({ source: text })}
      />
      <TextFilter
        label="Type"
        value={type}
        placeholder="tenantdata.material.upserted.v1"
        onChange={(text) => setSearch({ type: text })}
      />
      <TextFilter label="Subject" value={subject} placeholder="M-3" onChange={(text) => setSearch({ subject: text })} />
      <TextFilter
        label="Event ID"
        value={eventId}
        placeholder="run-881.S-1.1"
        onChange={(text) => setSearch({ eventId: text })}
      />
      <TextFilter
        label="Since"
        type="datetime-local"
        value={toLocalInput(since)}
        onChange={(text) => setSearch({ since: fromLocalInput(text) })}
      />
    </Filters>
  )
}

const rejectionColumns: readonly Column<IngestRejection>[] = [
  { name: 'Received', width: '10.5rem', cell: ({ at }) => <Time value={at} />, values: ({ at }) => ({ Received: at }) },
  {
    name: 'Reason',
    width: '12rem',
    cell: ({ reason, count }) => (
      <>
        <StatusMark status="rejected" text={formatCode(reason)} />
        <small>{count > 1 && formatCount(count, 'event')}</small>
      </>
    ),
    values: ({ reason, count }) => ({ Reason: formatCode(reason), Events: count }),
  },
  {
    name: 'Subject, source',
    width: 'minmax(11rem, 1fr)',
    cell: ({ subject, source }) => (
      <>
        {subject ?? <Nothing />}
        <small>{source}</small>
      </>
    ),
    values: ({ subject, source }) => ({ Subject: subject, Source: source }),
  },
  {
    name: 'Type, topic position',
    width: 'minmax(17rem, 1fr)',
    cell: (row) => (
      <>
        {row.type ?? <Nothing />}
        <small>{logPosition(row)}</small>
      </>
    ),
    values: (row) => ({ Type: row.type, 'Topic position': logPosition(row) }),
  },
  {
    name: 'Errors',
    width: 'minmax(16rem, 2fr)',
    cell: ({ detail, faults }) => (
      <>
        <span className="long" title={detail}>
          {detail}
        </span>
        <small>{faults.length > 0 && `${formatCount(faults.length, 'invalid field')}`}</small>
      </>
    ),
    values: ({ detail, faults }) => ({ Errors: detail, 'Invalid fields': faults.length }),
  },
]
