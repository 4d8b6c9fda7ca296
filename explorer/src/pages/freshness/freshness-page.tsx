import { type ReactNode, useMemo } from 'react'
import { formatCode } from '../../format/format-count.ts'
import { useList } from '../../parts/data/use-list.ts'
import { useRead } from '../../parts/data/use-read.ts'
import { ExportButton } from '../../parts/forms/export-button.tsx'
import { Filters, SelectFilter, TextFilter } from '../../parts/forms/filters.tsx'
import { AsCode } from '../../parts/page/as-code.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { useAddress } from '../../use-address.ts'
import { freshnessColumns } from './freshness-columns.tsx'
import { FreshnessCounts } from './freshness-counts.tsx'
import { freshnessSearch, freshnessStatuses } from './freshness-search.ts'
import { InspectionPanel } from './inspection/inspection-panel.tsx'
import { lateFirst } from './late-first.ts'
import { ProjectorLine } from './projector-line.tsx'
import { StillLoading } from './still-loading.tsx'
import './freshness.css'

/** The API takes no more in one page. */
const LIMIT = 1000

/** How old what the systems sent is, against how old it may be. */
export function FreshnessPage(): ReactNode {
  const [search, setSearch] = useAddress(freshnessSearch)
  const { status, datasetId, inspect } = search
  const isFiltered = status !== undefined || datasetId !== undefined
  const filters = { status, datasetId }
  const list = useList('getServiceDataFreshness', filters, { limit: LIMIT })
  const whole = useRead('getServiceDataFreshness', { limit: LIMIT }, { enabled: isFiltered })
  const all = isFiltered ? whole.data : list.first
  // Rows that come later would else push those in sight away.
  const rows = useMemo(() => (list.hasMore ? list.rows : lateFirst(list.rows)), [list.rows, list.hasMore])
  const open = rows.find((row) => row.datasetId === inspect)
  const close = () => setSearch({ inspect: undefined }, { replace: true })
  return (
    <>
      <PageHead
        title="Freshness"
        lead="How old each dataset is, compared with its thresholds."
        asOf={list.rows[0]?.evaluatedAt}
      >
        <ExportButton key={JSON.stringify(filters)} request={{ kind: 'dataset_freshness', parameters: filters }} />
      </PageHead>
      <StillLoading projector={all?.meta.projector} />
      <div className="freshness-top">
        {all === undefined ? (
          list.error === null && <Skeleton lines={2} />
        ) : (
          <>
            <FreshnessCounts rows={all.data} isWhole={all.links.next === null} status={status} />
            <ProjectorLine projector={all.meta.projector} />
          </>
        )}
      </div>
      <Filters
        onClear={
          isFiltered ? () => setSearch({ status: undefined, datasetId: undefined, inspect: undefined }) : undefined
        }
      >
        <SelectFilter
          label="Status"
          value={status}
          options={freshnessStatuses.map((one) => [one, formatCode(one)] as const)}
          onChange={(value) => setSearch({ status: value, inspect: undefined })}
        />
        <TextFilter
          label="Dataset"
          value={datasetId}
          placeholder="Full dataset ID"
          onChange={(value) => setSearch({ datasetId: value, inspect: undefined })}
        />
      </Filters>
      <Table
        label="Datasets"
        columns={freshnessColumns}
        list={{ ...list, rows }}
        rowKey={(row) => row.datasetId}
        empty={
          isFiltered ? (
            <Empty title="No datasets match these filters.">Clear the filters to see all datasets.</Empty>
          ) : (
            <Empty title="No datasets declared.">
              Declare a dataset with an event of type tenantdata.dataset.upserted.v1. Its loads determine its age.
            </Empty>
          )
        }
        rowHeight={80}
        openKey={open?.datasetId}
        onOpen={(row) => setSearch({ inspect: row.datasetId }, { replace: true })}
      />
      <AsCode
        calls={[
          { operationId: 'getServiceDataFreshness', input: { ...filters, limit: LIMIT } },
          ...(open ? [{ operationId: 'inspectServiceSource' as const, input: { system: open.sourceSystem } }] : []),
        ]}
      />
      {open && <InspectionPanel row={open} onClose={close} />}
    </>
  )
}
