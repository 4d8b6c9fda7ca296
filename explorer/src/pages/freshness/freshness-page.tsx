import { Link } from '@tanstack/react-router'
import { type Freshness, freshnessStatusValues, type Operations } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { formatCode } from '../../format/names.ts'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { formatSpan } from '../../format/times.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { Filters, named, SelectFilter } from '../../parts/filters.tsx'
import { chipsOf } from '../../parts/find/chips.ts'
import { PageHead } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Empty, Skeleton, StillLoading } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { useRead } from '../../parts/use-read.ts'
import { Time } from '../../parts/values.tsx'
import { Table } from '../../table/table.tsx'
import { useAddress, useAddressOf } from '../../use-address.ts'
import { isLate, lateFirst } from './dataset-lag.ts'
import { freshnessColumns } from './freshness-columns.tsx'
import { type FreshnessSearch, freshnessSearch } from './freshness-search.ts'
import { InspectionPanel } from './inspection-panel.tsx'
import './freshness.css'

const chipNames = { status: (status: string) => `Status: ${formatCode(status)}`, datasetId: 'Dataset' }

/** The largest page size of the API. */
const LIMIT = 1000

/** The age of each dataset, compared with its thresholds. */
export function FreshnessPage(): ReactNode {
  const [search, setSearch] = useAddress(freshnessSearch)
  const addressOf = useAddressOf(freshnessSearch)
  const { status, datasetId, inspect } = search
  const isFiltered = status !== undefined || datasetId !== undefined
  const filters = { status, datasetId }
  const list = useList('getServiceDataFreshness', filters, { limit: LIMIT })
  const whole = useRead('getServiceDataFreshness', { limit: LIMIT }, { enabled: isFiltered })
  const all = isFiltered ? whole.data : list.first
  // Sorts only complete lists, because rows of a later page would move the visible ones.
  const rows = useMemo(() => (list.hasMore ? list.rows : lateFirst(list.rows)), [list.rows, list.hasMore])
  const known = (all?.data ?? []).map((row) => row.datasetId)
  const datasetIds = [...new Set(datasetId === undefined ? known : [datasetId, ...known])].sort()
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
        chips={chipsOf(search, chipNames, (name) => setSearch({ [name]: undefined, inspect: undefined }))}
        onClear={() => setSearch({ status: undefined, datasetId: undefined, inspect: undefined })}
      >
        <SelectFilter
          label="Status"
          value={status}
          options={named(freshnessStatusValues)}
          onChange={(value) => setSearch({ status: value, inspect: undefined })}
        />
        <SelectFilter
          label="Dataset"
          value={datasetId}
          options={named(datasetIds, String)}
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
        hrefOf={(row) => addressOf({ inspect: row.datasetId })}
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

interface FreshnessCountsProps {
  rows: readonly Freshness[]
  /** False if there are more datasets than were loaded. */
  isWhole: boolean
  status: FreshnessSearch['status']
}

/** The number of datasets by status. A click on a count filters the list, a second click clears the filter. */
function FreshnessCounts({ rows, isWhole, status }: FreshnessCountsProps): ReactNode {
  const late = rows.filter(isLate).length
  const all = `${formatCount(rows.length, 'dataset')}${isWhole ? '' : ' loaded'}`
  return (
    <div className="freshness-counts">
      {late === 0 ? (
        <p className="all-right">
          <span aria-hidden="true">✓</span> {rows.length === 1 ? 'The dataset is fresh.' : `All ${all} are fresh.`}
        </p>
      ) : (
        <p>
          <b>
            {formatNumber(late)} of {all} {late === 1 ? 'is' : 'are'} late
          </b>{' '}
          (stale or unknown).
        </p>
      )}
      <ul className="figures">
        {freshnessStatusValues.map((one) => (
          <li key={one}>
            <Link
              to="/freshness"
              search={{ status: one === status ? undefined : one }}
              aria-current={one === status ? 'true' : undefined}
            >
              <StatusMark
                status={one}
                text={`${formatNumber(rows.filter((row) => row.status === one).length)} ${one}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Projector = Operations['getServiceDataFreshness']['output']['meta']['projector']

/** How far the service itself is behind in applying events. */
function ProjectorLine({ projector }: { projector: Projector }): ReactNode {
  const { lagSeconds, lastAppliedAt } = projector
  return (
    <p className="quiet">
      The service {behindText(lagSeconds)}.{' '}
      {lastAppliedAt !== null && (
        <>
          Last applied event received at <Time value={lastAppliedAt} />.
        </>
      )}
    </p>
  )
}

function behindText(lagSeconds: number | null): string {
  if (lagSeconds === null) return 'does not report its lag'
  if (lagSeconds === 0) return 'has applied all events'
  return lagSeconds < 1
    ? `is less than ${formatSpan(1)} behind`
    : `is ${formatSpan(lagSeconds, { isExact: true })} behind`
}
