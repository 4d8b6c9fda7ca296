import type { ReactNode } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { useAddress } from '../../use-address.ts'
import { ChooseStyle } from './choose-style.tsx'
import { StyleMatrix, useStyleYields } from './style-matrix.tsx'
import { usePinned } from './use-pinned.ts'
import { YieldsFilters } from './yields-filters.tsx'
import { filtersOf, yieldsSearch } from './yields-search.ts'
import { useYieldList, YieldsTable } from './yields-table.tsx'
import './yields.css'

/** The BOM of a style as a matrix, or the uses of a material, supplier, or SKU as a table, in one snapshot. */
export function YieldsPage(): ReactNode {
  const [search, setSearch] = useAddress(yieldsSearch)
  const filters = filtersOf(search)
  const { snapshotId, ...others } = filters
  const isPinned = usePinned(snapshotId, setSearch)
  const isFiltered = Object.values(others).some((value) => value !== undefined)
  const isOfStyle = search.style !== undefined
  const ofStyle = useStyleYields(filters, { enabled: isPinned && isOfStyle })
  const list = useYieldList(filters, { enabled: isPinned && isFiltered && !isOfStyle })
  const shown = isOfStyle ? ofStyle.data?.snapshot : list.first?.meta.snapshot
  // An export covers the snapshot that is shown, even if a newer one was completed in the meantime.
  const parameters = { ...filters, snapshotId: snapshotId ?? shown?.snapshotId }
  const openRecord = (record: string | undefined) => setSearch({ record }, { replace: true })
  return (
    <>
      <PageHead
        title="Yields"
        lead="The BOM of a style, or the styles that use a material."
        asOf={isFiltered ? shown?.completedAt : null}
      >
        <ExportButton
          key={JSON.stringify(parameters)}
          request={{ kind: 'bom_yields', parameters }}
          text={isFiltered ? 'CSV' : 'Download snapshot as CSV'}
        />
      </PageHead>
      <YieldsFilters search={search} onChange={setSearch} />
      {isPinned && !isFiltered && <ChooseStyle snapshotId={snapshotId} />}
      {isFiltered && !isOfStyle && (
        <YieldsTable list={list} record={search.record} onOpen={openRecord} onChange={setSearch} />
      )}
      {isOfStyle && <StyleMatrix yields={ofStyle} search={search} onChange={setSearch} onOpen={openRecord} />}
      <AsCode calls={[{ operationId: 'listBomYields', input: isFiltered ? filters : { snapshotId, limit: 100 } }]} />
    </>
  )
}
