import { Link } from '@tanstack/react-router'
import type { BomYield } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { unitText } from '../../format/numbers.ts'
import { Notices } from '../../parts/notices.tsx'
import { Empty } from '../../parts/states.tsx'
import { useList } from '../../parts/use-list.ts'
import type { Column } from '../../table/column.ts'
import { Table } from '../../table/table.tsx'
import { useAddressOf } from '../../use-address.ts'
import { YieldAmount, YieldPanel } from './yield-panel.tsx'
import { type YieldFilters, type YieldsSearch, yieldsSearch } from './yields-search.ts'

const columns: readonly Column<BomYield>[] = [
  { name: 'SKU', width: 'minmax(10rem, 1fr)', cell: ({ sku }) => sku, values: ({ sku }) => ({ SKU: sku }) },
  {
    name: 'Gross yield',
    width: '10rem',
    align: 'right',
    cell: (row) => <YieldAmount value={row.grossYield} of={row} />,
    values: (row) => ({ 'Gross yield': row.grossYield, Unit: unitText(row) }),
  },
  {
    name: 'Placement',
    width: 'minmax(8rem, 1fr)',
    cell: ({ placement, section }) => placement ?? section,
    values: ({ placement, section }) => ({ Placement: placement ?? section }),
  },
  {
    name: 'Material',
    width: 'minmax(14rem, 2fr)',
    cell: ({ material, materialName }) => [material, materialName].filter(Boolean).join(' '),
    values: ({ material, materialName }) => ({ Material: material, 'Material name': materialName }),
  },
  { name: 'Style', width: 'minmax(7rem, 1fr)', cell: ({ style }) => style, values: ({ style }) => ({ Style: style }) },
  {
    name: 'Supplier',
    width: 'minmax(10rem, 1fr)',
    cell: ({ supplier, supplierCode }) => supplier ?? supplierCode,
    values: ({ supplier, supplierCode }) => ({ Supplier: supplier, 'Supplier code': supplierCode }),
  },
  { name: 'MPN', width: 'minmax(7rem, 1fr)', cell: ({ mpn }) => mpn, values: ({ mpn }) => ({ MPN: mpn }) },
]

const onlySnapshot = (before: Record<string, unknown>) => ({ snapshotId: yieldsSearch(before).snapshotId })

interface YieldsTableProps {
  list: YieldList
  /** The match key of the open row. */
  record: string | undefined
  onOpen: (matchKey: string | undefined) => void
  onChange: (change: Partial<YieldsSearch>, options?: { replace: true }) => void
}

/** Yields of any style, such as all uses of a material. */
export function YieldsTable({ list, record, onOpen, onChange }: YieldsTableProps): ReactNode {
  const addressOf = useAddressOf(yieldsSearch)
  const open = list.rows.find(({ matchKey }) => matchKey === record)
  return (
    <div className="yield-rows">
      <Table
        label="Yields"
        columns={columns}
        list={list}
        rowKey={({ matchKey, styleId }) => `${matchKey} ${styleId}`}
        empty={
          <>
            <Notices
              notices={list.first?.meta.notices}
              onUse={(name, value, options) => onChange({ [name]: value }, options)}
            />
            <Empty title="No rows in this snapshot match these filters.">
              Change the filters{' '}
              <Link to="/yields" search={onlySnapshot}>
                or choose a style
              </Link>
              .
            </Empty>
          </>
        }
        openKey={open && `${open.matchKey} ${open.styleId}`}
        onOpen={({ matchKey }) => onOpen(matchKey)}
        hrefOf={({ matchKey }) => addressOf({ record: matchKey })}
      />
      {open && <YieldPanel row={open} onClose={() => onOpen(undefined)} />}
    </div>
  )
}

/** The filtered yields of all styles, page by page. */
export const useYieldList = (filters: YieldFilters, options: { enabled: boolean }) =>
  useList('listBomYields', filters, options)

type YieldList = ReturnType<typeof useYieldList>
