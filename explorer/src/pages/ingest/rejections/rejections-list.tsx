import type { ReactNode } from 'react'
import { useList } from '../../../parts/data/use-list.ts'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { ingestSearch } from '../ingest-search.ts'
import { NotRead } from '../not-read.tsx'
import { logPosition } from './log-position.ts'
import { RejectionCauses } from './rejection-causes.tsx'
import { rejectionColumns } from './rejection-columns.tsx'
import { RejectionFilters } from './rejection-filters.tsx'
import { RejectionPanel } from './rejection-panel.tsx'

/** Events that were put aside: by reason with what to do, and each of them. */
export function RejectionsList(): ReactNode {
  const [{ reason, type, source, since, open }, setSearch] = useAddress(ingestSearch)
  const filters = { reason, type, source, since }
  const list = useList('listIngestRejections', filters)
  const row = list.rows.find((one) => logPosition(one) === open)
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <p>Events that were put aside, newest first: the newest 10,000 of the last 30 days. The rest went on.</p>
      <RejectionFilters />
      <RejectionCauses />
      <Table
        label="Rejected events"
        columns={rejectionColumns}
        list={list}
        rowHeight={56}
        rowKey={logPosition}
        empty={
          isFiltered ? (
            <Empty title="No event was rejected that is so.">Choose other filters, or clear them.</Empty>
          ) : (
            <Empty title="No event was rejected.">
              If yours did not arrive either, ask the operator: events that name no organization for certain are seen
              there alone. <a href="/docs/send/records#dead-letters">Why events are put aside</a>
            </Empty>
          )
        }
        onOpen={(one) => setSearch({ open: logPosition(one) })}
        openKey={open}
      />
      {open !== undefined && row === undefined && <NotRead isPending={list.isFetching} />}
      <AsCode calls={[{ operationId: 'listIngestRejections', input: filters }]} />
      {row && <RejectionPanel rejection={row} onClose={() => setSearch({ open: undefined })} />}
    </>
  )
}
