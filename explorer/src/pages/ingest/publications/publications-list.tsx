import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { useList } from '../../../parts/data/use-list.ts'
import { Filters, SelectFilter } from '../../../parts/forms/filters.tsx'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { ingestSearch } from '../ingest-search.ts'
import { publicationStates } from '../ingest-values.ts'
import { NotRead } from '../not-read.tsx'
import { publicationColumns } from './publication-columns.tsx'
import { PublicationPanel } from './publication-panel.tsx'

/** The publications of the BOM, whatever became of them. */
export function PublicationsList(): ReactNode {
  const [{ state, open }, setSearch] = useAddress(ingestSearch)
  const list = useList('listIngestPublications', { state })
  const row = list.rows.find(({ snapshotId }) => snapshotId === open)
  return (
    <>
      <p>
        BOM publications, newest first. Each publication replaces the whole BOM. Until it completes, the previous
        snapshot remains current.
      </p>
      <Filters onClear={state && (() => setSearch({ state: undefined }))}>
        <SelectFilter
          label="State"
          value={state}
          options={publicationStates.map((one) => [one, formatCode(one)] as const)}
          onChange={(chosen) => setSearch({ state: chosen })}
        />
      </Filters>
      <Table
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
        onOpen={({ snapshotId }) => setSearch({ open: snapshotId })}
        openKey={open}
      />
      {open !== undefined && row === undefined && <NotRead isPending={list.isFetching} />}
      <AsCode calls={[{ operationId: 'listIngestPublications', input: { state } }]} />
      {row && <PublicationPanel publication={row} onClose={() => setSearch({ open: undefined })} />}
    </>
  )
}
