import type { ReactNode } from 'react'
import { useList } from '../../../parts/data/use-list.ts'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Table } from '../../../parts/table/table.tsx'
import { useAddress } from '../../../use-address.ts'
import { ingestSearch } from '../ingest-search.ts'
import { NotRead } from '../not-read.tsx'
import { ServiceLag } from './service-lag.tsx'
import { sourceColumns } from './source-columns.tsx'
import { SourcePanel } from './source-panel.tsx'

/** Who sends events, what became of them, and how long each said nothing new. */
export function SourcesList(): ReactNode {
  const [{ open }, setSearch] = useAddress(ingestSearch)
  const list = useList('listIngestSources', {})
  const row = list.rows.find(({ source }) => source === open)
  return (
    <>
      <p>The status of the events of each source since the start of the event log. Each event is counted once.</p>
      <ServiceLag meta={list.first?.meta} />
      <Table
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
        onOpen={({ source }) => setSearch({ open: source })}
        openKey={open}
      />
      {open !== undefined && row === undefined && <NotRead isPending={list.isFetching} />}
      <AsCode calls={[{ operationId: 'listIngestSources', input: {} }]} />
      {row && <SourcePanel source={row} onClose={() => setSearch({ open: undefined })} />}
    </>
  )
}
