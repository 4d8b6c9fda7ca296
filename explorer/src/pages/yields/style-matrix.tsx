import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BomYield, ComparedSnapshot, ListNotice } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { named, SelectFilter } from '../../parts/filters.tsx'
import { Notices } from '../../parts/notices.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { useClient, useHasScope } from '../../session/session-context.tsx'
import { StyleSuggestions } from './choose-style.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { yieldMatrix } from './yield-matrix.ts'
import { YieldPanel } from './yield-panel.tsx'
import type { YieldFilters, YieldsSearch } from './yields-search.ts'

interface StyleMatrixProps {
  yields: UseQueryResult<StyleYields>
  search: YieldsSearch
  onChange: (change: Partial<YieldsSearch>, options?: { replace: true }) => void
  onOpen: (matchKey: string | undefined) => void
}

/** The BOM lines of a style with the yield of each SKU. */
export function StyleMatrix({ yields, ...props }: StyleMatrixProps): ReactNode {
  return (
    <Loaded query={yields} lines={14}>
      {(data) =>
        data.rows.length === 0 ? <NoLines notices={data.notices} {...props} /> : <Matrix data={data} {...props} />
      }
    </Loaded>
  )
}

interface NoLinesProps extends Pick<StyleMatrixProps, 'search' | 'onChange'> {
  notices: readonly ListNotice[]
}

function NoLines({ search, notices, onChange }: NoLinesProps): ReactNode {
  const { snapshotId, style, sku, material, supplier, mpn } = search
  const isNarrowed = [sku, material, supplier, mpn].some((value) => value !== undefined)
  return (
    <>
      <Notices notices={notices} onUse={(name, value, options) => onChange({ [name]: value }, options)} />
      <Empty title={isNarrowed ? `No lines of ${style} match these filters.` : `${style} has no BOM in this snapshot.`}>
        {isNarrowed ? (
          <Link to="/yields" search={{ snapshotId, style }}>
            Show all lines
          </Link>
        ) : (
          'The style might be in another snapshot, or it might not have a BOM yet.'
        )}
      </Empty>
      {!isNarrowed && <StyleSuggestions snapshotId={snapshotId} />}
    </>
  )
}

function Matrix({ data, search, onChange, onOpen }: Omit<StyleMatrixProps, 'yields'> & { data: StyleYields }) {
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
            options={named(codes, String)}
            onChange={(colorway) => onChange({ colorway, record: undefined })}
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

/** The number of the style, and its label if the token has `graph:read`. */
function StyleTitle({ style, styleId }: { style: string; styleId: string }): ReactNode {
  const canRead = useHasScope('graph:read')
  const entity = useRead('getEntity', { entityId: styleId }, { enabled: canRead })
  return (
    <div>
      <h2>{entity.data?.data.label ?? style}</h2>
      <p className="matrix-links">
        <Link to="/changes" search={{ style }}>
          Latest changes
        </Link>{' '}
        <Link to="/graph" search={{ entity: styleId }}>
          Open in the graph
        </Link>
      </p>
    </div>
  )
}

/** Pages of 1,000 rows. The largest styles have a few thousand rows. */
const MOST_PAGES = 5

interface StyleYields {
  rows: BomYield[]
  snapshot: ComparedSnapshot | null
  /** What the API says about the filters. */
  notices: readonly ListNotice[]
  /** False if the style has more rows than were loaded. */
  isWhole: boolean
}

/** Loads all rows of a style from one snapshot, up to the maximum. */
export function useStyleYields(filters: YieldFilters, { enabled }: { enabled: boolean }): UseQueryResult<StyleYields> {
  const client = useClient()
  return useQuery({
    queryKey: ['listBomYields', filters, 'whole'],
    enabled,
    queryFn: async ({ signal }) => {
      const read: StyleYields = { rows: [], snapshot: null, notices: [], isWhole: true }
      for await (const { data, meta, links } of client
        .listBomYields(filters, { signal, maxPages: MOST_PAGES })
        .pages()) {
        read.rows.push(...data)
        read.snapshot ??= meta.snapshot
        read.notices = meta.notices ?? read.notices
        read.isWhole = links.next === null
      }
      return read
    },
  })
}
