import type { ReactNode } from 'react'
import { formatTime } from '../../format/times.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { Filters, SelectFilter, TextFilter } from '../../parts/filters.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'
import { useAddress } from '../../use-address.ts'
import { ChooseStyle } from './choose-style.tsx'
import { StyleBox } from './style-box.tsx'
import { StyleMatrix, useStyleYields } from './style-matrix.tsx'
import { filtersOf, type YieldsSearch, yieldsSearch } from './yields-search.ts'
import { useYieldList, YieldsTable } from './yields-table.tsx'
import './yields.css'

/** The BOM of a style as a matrix, or the uses of a material, supplier, or SKU as a table, in one snapshot. */
export function YieldsPage(): ReactNode {
  const [search, setSearch] = useAddress(yieldsSearch)
  const filters = filtersOf(search)
  const { snapshotId, ...others } = filters
  const isFiltered = Object.values(others).some((value) => value !== undefined)
  const isOfStyle = search.style !== undefined
  const ofStyle = useStyleYields(filters, { enabled: isOfStyle })
  const list = useYieldList(filters, { enabled: isFiltered && !isOfStyle })
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

const filters = [
  ['sku', 'SKU'],
  ['material', 'Material'],
  ['supplier', 'Supplier'],
  ['mpn', 'MPN'],
] as const

const none: YieldsSearch = {
  style: undefined,
  sku: undefined,
  material: undefined,
  supplier: undefined,
  mpn: undefined,
  colorway: undefined,
  record: undefined,
}

interface YieldsFiltersProps {
  search: YieldsSearch
  onChange: (change: Partial<YieldsSearch>) => void
}

/** The snapshot, the style, and the other filters, whose values must match exactly. */
function YieldsFilters({ search, onChange }: YieldsFiltersProps): ReactNode {
  const canSearch = useHasScope('graph:read')
  const take = (change: Partial<YieldsSearch>) => onChange({ ...change, record: undefined })
  const takeStyle = (style: string | undefined) => take({ style, colorway: undefined })
  const isSet = search.style !== undefined || filters.some(([name]) => search[name] !== undefined)
  return (
    <Filters onClear={isSet ? () => onChange(none) : undefined}>
      <SnapshotFilter value={search.snapshotId} onChange={(snapshotId) => take({ snapshotId })} />
      {canSearch ? (
        <StyleBox value={search.style} onChoose={takeStyle} />
      ) : (
        <TextFilter label="Style" value={search.style} onChange={takeStyle} placeholder="Full style number" />
      )}
      {filters.map(([name, label]) => (
        <TextFilter key={name} label={label} value={search[name]} onChange={(value) => take({ [name]: value })} />
      ))}
    </Filters>
  )
}

interface SnapshotFilterProps {
  value: string | undefined
  onChange: (snapshotId: string | undefined) => void
}

/** Chooses one of the latest snapshots. The newest if none is chosen. */
function SnapshotFilter({ value, onChange }: SnapshotFilterProps): ReactNode {
  const { data } = useRead('listBomSnapshots', { limit: 100 })
  const options = (data?.data ?? []).map(
    ({ snapshotId, publicationNumber, completedAt }) =>
      [snapshotId, `${publicationNumber} of ${formatTime(completedAt)}`] as const,
  )
  const isListed = value === undefined || options.some(([snapshotId]) => snapshotId === value)
  return (
    <SelectFilter
      label="Snapshot"
      value={value}
      options={isListed ? options : [[value, value], ...options]}
      onChange={onChange}
      all="Newest"
    />
  )
}
