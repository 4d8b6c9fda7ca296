import type { ComparisonNotice } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { useList } from '../../parts/data/use-list.ts'
import { ExportButton } from '../../parts/forms/export-button.tsx'
import { AsCode } from '../../parts/page/as-code.tsx'
import { Empty } from '../../parts/page/empty.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { Table } from '../../parts/table/table.tsx'
import { useAddress } from '../../use-address.ts'
import { ChangeFilters } from './change-filters.tsx'
import './changes.css'
import { changesSearch, comparisonOf, isFiltered, withoutFilters } from './changes-search.ts'
import { ChangePanel } from './record/change-panel.tsx'
import { openKeyOf, rowKeyOf } from './record/compare-rows.ts'
import { Summary } from './summary/summary.tsx'
import { summaryInput, useSummary } from './summary/use-summary.ts'
import { changeColumns } from './table/change-columns.tsx'
import { barScale } from './table/line-text.ts'
import { SnapshotChoice } from './timeline/snapshot-choice.tsx'

/** What changed between two snapshots of the BOM, and where most did. */
export function ChangesPage(): ReactNode {
  const [search, setSearch] = useAddress(changesSearch)
  const comparison = comparisonOf(search)
  const list = useList('listBomYieldChanges', comparison)
  const summary = useSummary(search)
  const counted = summary.isPlaceholderData ? undefined : summary.data?.data
  const resolved = list.first ? { from: list.first.meta.fromSnapshot, to: list.first.meta.toSnapshot } : counted
  // Until they are known again, those that were compared before.
  const sides = resolved ?? summary.data?.data ?? null
  const scale = barScale(counted?.largest[0]?.delta?.grossPercent ?? null)
  const columns = useMemo(() => changeColumns(scale), [scale])
  // What is on the screen is exported, also when the next snapshot is completed meanwhile.
  const pinned = resolved && { fromSnapshotId: resolved.from.snapshotId, toSnapshotId: resolved.to.snapshotId }
  const exported = pinned ? { ...comparison, from: undefined, to: undefined, ...pinned } : comparison
  return (
    <>
      <PageHead
        title="BOM changes"
        lead="Changes between two BOM snapshots, and the styles, materials, and suppliers with the most changes."
        asOf={sides?.to.completedAt}
      >
        <ExportButton request={{ kind: 'bom_yield_changes', parameters: exported }} />
      </PageHead>
      <SnapshotChoice search={search} sides={sides} onChange={setSearch} />
      <Notices notices={list.first?.meta.notices ?? []} />
      {(list.error === null || list.rows.length > 0) && <Summary search={search} onChange={setSearch} />}
      <div className="changes-filters">
        <ChangeFilters search={search} onChange={setSearch} />
      </div>
      <div className="changes-table">
        <Table
          label="Changes"
          columns={columns}
          list={list}
          rowKey={rowKeyOf}
          rowHeight={56}
          total={counted?.counts.rows}
          onOpen={(change) => setSearch({ open: openKeyOf(change) })}
          openKey={search.open?.join(' ')}
          empty={
            isFiltered(search) ? (
              <Empty title="No changes match these filters.">
                <button type="button" onClick={() => setSearch(withoutFilters)}>
                  Show all changes
                </button>
              </Empty>
            ) : (
              <Empty title="These snapshots have no changes.">Choose two other snapshots.</Empty>
            )
          }
        />
      </div>
      <AsCode
        calls={[
          { operationId: 'listBomSnapshots', input: {} },
          { operationId: 'summarizeBomYieldChanges', input: summaryInput(search) },
          { operationId: 'listBomYieldChanges', input: comparison },
        ]}
      />
      {search.open && <ChangePanel search={search} table={list} onChange={setSearch} />}
    </>
  )
}

/** What is worth knowing of the comparison beside its rows. */
function Notices({ notices }: { notices: readonly ComparisonNotice[] }): ReactNode {
  return (
    <div role="status">
      {notices.map(({ code, name, detail }) => (
        <p key={`${code} ${name}`} className="notice">
          {detail}
        </p>
      ))}
    </div>
  )
}
