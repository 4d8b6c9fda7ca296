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
      <p>
        Rejected events, newest first. The list keeps the latest 10,000 from the last 30 days. All other events were
        processed.
      </p>
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
            <Empty title="No rejected events match these filters.">Change or clear the filters.</Empty>
          ) : (
            <Empty title="No rejected events.">
              If your event did not arrive, ask the operator. Events that cannot be attributed to an organization are
              visible only to operators. <a href="/docs/send/rejected-events">Why events are rejected</a>
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
