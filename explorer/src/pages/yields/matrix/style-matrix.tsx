import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../../../format/format-count.ts'
import { SelectFilter } from '../../../parts/forms/filters.tsx'
import { Empty } from '../../../parts/page/empty.tsx'
import { Loaded } from '../../../parts/page/loaded.tsx'
import { StyleSuggestions } from '../choose-style.tsx'
import { YieldPanel } from '../yield-panel.tsx'
import type { YieldsSearch } from '../yields-search.ts'
import { MatrixTable } from './matrix-table.tsx'
import { StyleTitle } from './style-title.tsx'
import type { StyleYields } from './use-style-yields.ts'
import { yieldMatrix } from './yield-matrix.ts'

interface StyleMatrixProps {
  yields: UseQueryResult<StyleYields>
  search: YieldsSearch
  onColorway: (colorway: string | undefined) => void
  onOpen: (matchKey: string | undefined) => void
}

/** The lines of a style and what each of its SKUs takes of them. */
export function StyleMatrix({ yields, ...props }: StyleMatrixProps): ReactNode {
  return (
    <Loaded query={yields} lines={14}>
      {(data) => (data.rows.length === 0 ? <NoLines search={props.search} /> : <Matrix data={data} {...props} />)}
    </Loaded>
  )
}

function NoLines({ search: { snapshotId, style, sku, material, supplier, mpn } }: { search: YieldsSearch }): ReactNode {
  const isNarrowed = [sku, material, supplier, mpn].some((value) => value !== undefined)
  return (
    <>
      <Empty title={isNarrowed ? `No lines of ${style} match these filters.` : `${style} has no BOM in this snapshot.`}>
        {isNarrowed ? (
          <Link to="/yields" search={{ snapshotId, style }}>
            Show all lines
          </Link>
        ) : (
          'The style number must match exactly. The style might be in another snapshot, or it might not have a BOM yet.'
        )}
      </Empty>
      {!isNarrowed && <StyleSuggestions snapshotId={snapshotId} />}
    </>
  )
}

function Matrix({ data, search, onColorway, onOpen }: Omit<StyleMatrixProps, 'yields'> & { data: StyleYields }) {
  const { rows, isWhole } = data
  const matrix = useMemo(() => yieldMatrix(rows), [rows])
  const codes = matrix.colorways.flatMap(({ colorwayCode }) => colorwayCode ?? [])
  const chosen = codes.find((code) => code === search.colorway)
  const colorways = useMemo(
    () => matrix.colorways.filter(({ colorwayCode }) => chosen === undefined || colorwayCode === chosen),
    [matrix, chosen],
  )
  const skuCount = matrix.colorways.reduce((sum, { skus }) => sum + skus.length, 0)
  const open = rows.find(({ matchKey }) => matchKey === search.record)
  const [first] = rows
  return (
    <>
      <div className="matrix-head">
        {first && <StyleTitle style={first.style} styleId={first.styleId} />}
        <p className="quiet">
          {formatCount(matrix.lines.length, 'line')} × {formatCount(skuCount, 'SKU')}:{' '}
          {formatCount(rows.length, 'yield')}
        </p>
        {codes.length > 1 && (
          <SelectFilter
            label="Colorway"
            value={chosen}
            options={codes.map((code) => [code, code] as const)}
            onChange={onColorway}
          />
        )}
      </div>
      {!isWhole && (
        <p className="notice" role="status">
          Only the first {formatCount(rows.length, 'yield')} are shown. Narrow the filters, or download all yields as
          CSV.
        </p>
      )}
      <MatrixTable
        lines={matrix.lines}
        colorways={colorways}
        openKey={open?.matchKey}
        onOpen={({ matchKey }) => onOpen(matchKey)}
      />
      {open && <YieldPanel row={open} onClose={() => onOpen(undefined)} />}
    </>
  )
}
