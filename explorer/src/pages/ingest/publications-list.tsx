import { type IngestPublication, publicationStateValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatNumber } from '../../format/numbers.ts'
import { formatElapsed } from '../../format/times.ts'
import { Filters, named, SelectFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { StatusMark } from '../../parts/marks.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { Nothing, Time } from '../../parts/values.tsx'
import type { Column } from '../../table/column.ts'
import { useAddress } from '../../use-address.ts'
import { IngestList } from './ingest-list.tsx'
import { comparedCounts } from './ingest-rows.ts'
import { ingestSearch } from './ingest-search.ts'
import { PublicationPanel } from './publication-panel.tsx'

/** The BOM publications of every status. */
export function PublicationsList(): ReactNode {
  const [{ state }, setSearch] = useAddress(ingestSearch)
  const list = useList('listIngestPublications', { state })
  return (
    <>
      <p>
        BOM publications, newest first. Each publication replaces the whole BOM. Until it completes, the previous
        snapshot remains current.
      </p>
      <Filters
        chips={chipsOf({ state }, { state: (one) => `State: ${formatCode(one)}` }, () =>
          setSearch({ state: undefined }),
        )}
        onClear={() => setSearch({ state: undefined })}
      >
        <SelectFilter
          label="State"
          value={state}
          options={named(publicationStateValues)}
          onChange={(chosen) => setSearch({ state: chosen })}
        />
      </Filters>
      <IngestList
        label="Publications"
        columns={publicationColumns}
        list={list}
        rowHeight={56}
        rowKey={({ snapshotId }) => snapshotId}
        empty={
          state === undefined ? (
            <Empty title="No BOM publications yet.">
              <a href="/docs/send/publish-a-bom">How to publish a BOM</a>
            </Empty>
          ) : (
            <Empty title="No publications have this state.">Choose another state, or clear the filter.</Empty>
          )
        }
        call={{ operationId: 'listIngestPublications', input: { state } }}
        panelOf={(row, onClose) => <PublicationPanel publication={row} onClose={onClose} />}
      />
    </>
  )
}

/** The columns of the publications, with received counts next to declared ones. */
const publicationColumns: readonly Column<IngestPublication>[] = [
  {
    name: 'State',
    width: '8.5rem',
    cell: ({ state }) => <StatusMark status={state} />,
    values: ({ state }) => ({ State: formatCode(state) }),
  },
  {
    name: 'Publication',
    width: '16rem',
    cell: ({ publicationNumber, snapshotId, mode }) => (
      <>
        {publicationNumber === null ? 'without a number' : `Snapshot ${publicationNumber}`}
        {mode === 'partial' && ' (partial)'}
        <small>
          <code>{snapshotId}</code>
        </small>
      </>
    ),
    values: ({ publicationNumber, snapshotId, mode }) => ({
      Publication: publicationNumber,
      'Snapshot ID': snapshotId,
      Mode: mode,
    }),
  },
  {
    name: 'Source',
    width: 'minmax(8rem, 1fr)',
    cell: ({ source, sourceRunId }) => (
      <>
        {source}
        <small>{sourceRunId}</small>
      </>
    ),
    values: ({ source, sourceRunId }) => ({ Source: source, 'Source run': sourceRunId }),
  },
  {
    name: 'Started',
    width: '10.5rem',
    cell: ({ startedAt, endedAt }) => (
      <>
        <Time value={startedAt} />
        <small>{endedAt === null ? 'in progress' : `took ${formatElapsed(startedAt, endedAt)}`}</small>
      </>
    ),
    values: ({ startedAt, endedAt }) => ({ Started: startedAt, Ended: endedAt }),
  },
  {
    name: 'Yields received',
    width: '9rem',
    align: 'right',
    cell: (row) => <Seen publication={row} />,
    values: ({ seen, expected }) => ({
      'Yields received': seen?.rowCount ?? null,
      'Yields expected': expected?.rowCount ?? null,
    }),
  },
  {
    name: 'Reason',
    width: 'minmax(14rem, 2fr)',
    cell: ({ reason, detail }) =>
      reason === null ? (
        <Nothing />
      ) : (
        <>
          {formatCode(reason)}
          <small className="long" title={detail ?? undefined}>
            {detail}
          </small>
        </>
      ),
    values: ({ reason, detail }) => ({ Reason: reason && formatCode(reason), Details: detail }),
  },
]

function Seen({ publication }: { publication: IngestPublication }): ReactNode {
  const { seen, expected } = publication
  if (seen === null) return <Nothing />
  const differs = comparedCounts(publication).some(({ isSame }) => isSame === false)
  return (
    <>
      {formatNumber(seen.rowCount)}
      <small className={differs ? 'differs' : undefined}>
        {expected === null ? 'not reported' : `${differs ? '≠ ' : ''}of ${formatNumber(expected.rowCount)}`}
      </small>
    </>
  )
}
