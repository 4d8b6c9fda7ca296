import { Link } from '@tanstack/react-router'
import type { MaterialFactoryPosition } from '@tenant-data/client'
import { type ReactNode, useMemo } from 'react'
import { fieldName } from '../../../format/names.ts'
import { formatCount } from '../../../format/numbers.ts'
import { named, SelectFilter } from '../../../parts/filters.tsx'
import { StaleMark } from '../../../parts/marks.tsx'
import type { ListState } from '../../../parts/use-list.ts'
import { Amount, Nothing } from '../../../parts/values.tsx'
import type { Column } from '../../../table/column.ts'
import { Table } from '../../../table/table.tsx'
import { useAddress, useAddressOf } from '../../../use-address.ts'
import { EndName } from '../end-name.tsx'
import { materialsSearch } from '../materials-search.ts'
import { type AmountName, amountNames, type Pair, pairsOf, systemsOf } from './positions.ts'

/** The materials at a factory, with one quantity of each system. A row opens the matrix of its material. */
export function FactoryList({ list }: { list: ListState<MaterialFactoryPosition> }): ReactNode {
  const [{ factory, measure }, setSearch] = useAddress(materialsSearch)
  const addressOf = useAddressOf(materialsSearch)
  const name = amountNames.find((one) => one === measure) ?? 'onHand'
  const { rows: positions } = list
  const pairs = useMemo(() => pairsOf(positions), [positions])
  const columns = useMemo(() => columnsOf(systemsOf(positions), name), [positions, name])
  return (
    <>
      <div className="toolbar">
        <SelectFilter
          label="Amount"
          value={name}
          options={named(amountNames, fieldName)}
          all={null}
          onChange={(one) => setSearch({ measure: one === 'onHand' ? undefined : one })}
        />
        <Link to="/materials" search={{ view: 'comparison', factory }}>
          Compare positions
        </Link>
        {list.hasMore && (
          <span className="notice">Only the first {formatCount(positions.length, 'position')} are shown.</span>
        )}
      </div>
      <Table
        label="Materials at the factory"
        columns={columns}
        list={{ ...list, rows: pairs, hasMore: false }}
        rowKey={({ key }) => key}
        empty=""
        onOpen={({ material }) => setSearch({ material: material.code, measure: undefined })}
        hrefOf={({ material }) => addressOf({ material: material.code, measure: undefined })}
        rowHeight={56}
      />
    </>
  )
}

function columnsOf(systems: readonly string[], name: AmountName): Column<Pair>[] {
  return [
    {
      name: 'Material',
      width: 'minmax(14rem, 1fr)',
      cell: ({ material }) => <EndName end={material} />,
      values: ({ material: { code, label } }) => ({ Material: code, 'Material label': label }),
    },
    ...systems.map(
      (system): Column<Pair> => ({
        name: `${fieldName(name)}: ${system}`,
        width: 'minmax(11rem, 1fr)',
        align: 'right',
        cell: ({ positions }) => <OfSystem positions={positions.filter((one) => one.system === system)} name={name} />,
        values: ({ positions }) => {
          const own = positions.filter((one) => one.system === system)
          const units = [...new Set(own.map(({ uom }) => uom))]
          return {
            [`${fieldName(name)}: ${system}`]: own.map((one) => one[name] ?? '').join(' + ') || null,
            [`Unit: ${system}`]: units.join(', ') || null,
          }
        },
      }),
    ),
  ]
}

function OfSystem({ positions, name }: { positions: readonly MaterialFactoryPosition[]; name: AmountName }): ReactNode {
  if (positions.length === 0) return <Nothing />
  return positions.map((position) => (
    <span key={position.positionId}>
      <StaleMark {...position.freshness} /> <Amount value={position[name]} unit={position.uom} />
    </span>
  ))
}
