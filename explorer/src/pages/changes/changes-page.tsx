import { type ReactNode, useMemo } from 'react'
import { hidesContent } from '../../failures/passing-cause.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import { Table } from '../../table/table.tsx'
import { useMedia } from '../../table/use-media.ts'
import { useAddress, useAddressOf } from '../../use-address.ts'
import { changeColumns } from './change-columns.tsx'
import { ChangeFacets } from './change-facets.tsx'
import { ChangeFilters } from './change-filters.tsx'
import { changeGroups } from './change-groups.tsx'
import { ChangePanel } from './change-panel.tsx'
import { barScale, openKeyOf, rowKeyOf } from './change-rows.ts'
import { Summary, summaryInput, useSummary } from './change-summary.tsx'
import { changesSearch, comparisonOf, isFiltered, withoutFilters } from './changes-search.ts'
import { SnapshotChoice } from './timeline/snapshot-choice.tsx'
import { usePinned } from './timeline/use-pinned.ts'
import './changes.css'

/** On a screen of this width, there is room for the facets next to the table. */
const WIDE = '(min-width: 86rem)'

/** The changes between two BOM snapshots, with a summary. */
export function ChangesPage(): ReactNode {
  const [search, setSearch] = useAddress(changesSearch)
  const addressOf = useAddressOf(changesSearch)
  const isWide = useMedia(WIDE)
  const comparison = comparisonOf(search)
  const isPinned = usePinned(search, setSearch)
  const list = useList('listBomYieldChanges', comparison, { enabled: isPinned })
  const summary = useSummary(search, isPinned)
  const counted = summary.isPlaceholderData ? undefined : summary.data?.data
  const resolved = list.first ? { from: list.first.meta.fromSnapshot, to: list.first.meta.toSnapshot } : counted
  // Until the API has resolved the new snapshots, the page shows the previous ones.
  const sides = resolved ?? summary.data?.data ?? null
  const scale = barScale(counted?.largest[0]?.delta?.grossPercent ?? null)
  const columns = useMemo(() => changeColumns(scale), [scale])
  // An export covers the snapshots that are shown, even if a newer one is completed in the meantime.
  const pinned = resolved && { fromSnapshotId: resolved.from.snapshotId, toSnapshotId: resolved.to.snapshotId }
  const exported = pinned ? { ...comparison, from: undefined, to: undefined, ...pinned } : comparison
  const hasSummary = isPinned && (list.error === null || list.rows.length > 0)
  // The facets are those of the summary, which shows its problem once.
  const hasFacets = hasSummary && !hidesContent(summary.error, summary.data !== undefined)
  const facets = hasFacets && <ChangeFacets search={search} onChange={setSearch} />
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
      <Notices
        notices={list.first?.meta.notices}
        onUse={(name, value, options) => setSearch({ [name]: value }, options)}
      />
      <div className="changes-layout">
        <div>
          {hasSummary && <Summary search={search} onChange={setSearch} />}
          <div className="changes-filters">
            <ChangeFilters search={search} onChange={setSearch} />
          </div>
          {!isWide && facets && (
            <details className="folded">
              <summary>Styles, materials, suppliers, and largest changes</summary>
              {facets}
            </details>
          )}
          <div className="changes-table">
            <Table
              label="Changes"
              columns={columns}
              list={list}
              rowKey={rowKeyOf}
              rowHeight={56}
              total={counted?.counts.rows}
              onOpen={(change) => setSearch({ open: openKeyOf(change) })}
              hrefOf={(change) => addressOf({ open: openKeyOf(change) })}
              {...(search.grouped && { groups: changeGroups })}
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
        </div>
        {isWide && facets && <aside aria-label="Filter by what changed">{facets}</aside>}
      </div>
      <AsCode
        calls={[
          { operationId: 'listBomSnapshots', input: {} },
          { operationId: 'summarizeBomYieldChanges', input: summaryInput(search) },
          { operationId: 'listBomYieldChanges', input: comparison },
        ]}
      />
      {search.open && <ChangePanel search={search} table={list} sides={sides} onChange={setSearch} />}
    </>
  )
}
