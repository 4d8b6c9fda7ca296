import type { ReactNode } from 'react'
import { ExportButton } from '../../parts/forms/export-button.tsx'
import { AsCode } from '../../parts/page/as-code.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { useAddress } from '../../use-address.ts'
import { ChooseStyle } from './choose-style.tsx'
import { YieldsFilters } from './filters/yields-filters.tsx'
import { StyleMatrix } from './matrix/style-matrix.tsx'
import { useStyleYields } from './matrix/use-style-yields.ts'
import { useYieldList } from './use-yield-list.ts'
import { filtersOf, yieldsSearch } from './yields-search.ts'
import { YieldsTable } from './yields-table.tsx'
import './yields.css'

/** The BOM of a style as a matrix, or wherever a material, supplier or SKU is used as a table, as a snapshot has it. */
export function YieldsPage(): ReactNode {
  const [search, setSearch] = useAddress(yieldsSearch)
  const filters = filtersOf(search)
  const { snapshotId, ...others } = filters
  const isFiltered = Object.values(others).some((value) => value !== undefined)
  const isOfStyle = search.style !== undefined
  const ofStyle = useStyleYields(filters, { enabled: isOfStyle })
  const list = useYieldList(filters, { enabled: isFiltered && !isOfStyle })
  const shown = isOfStyle ? ofStyle.data?.snapshot : list.first?.meta.snapshot
  // The file is of the snapshot that is shown, also when a newer one came meanwhile.
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
      {!isFiltered && <ChooseStyle snapshotId={snapshotId} />}
      {isFiltered && !isOfStyle && <YieldsTable list={list} record={search.record} onOpen={openRecord} />}
      {isOfStyle && (
        <StyleMatrix
          yields={ofStyle}
          search={search}
          onColorway={(colorway) => setSearch({ colorway, record: undefined })}
          onOpen={openRecord}
        />
      )}
      <AsCode calls={[{ operationId: 'listBomYields', input: isFiltered ? filters : { snapshotId, limit: 100 } }]} />
    </>
  )
}
