import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hidesContent } from '../../../failures/passing-cause.ts'
import { AsCode } from '../../../parts/as-code.tsx'
import { ExportButton } from '../../../parts/export-button.tsx'
import { Filters, named, SelectFilter } from '../../../parts/filters.tsx'
import { chipsOf } from '../../../parts/find/chips.ts'
import { Empty, Problem, Skeleton } from '../../../parts/states.tsx'
import { useAddress } from '../../../use-address.ts'
import { type MaterialsSearch, materialsSearch } from '../materials-search.ts'
import { RefPicker } from '../ref-picker.tsx'
import { StartingPoints } from '../starting-points.tsx'
import { FactoryList } from './factory-list.tsx'
import { MaterialMatrix } from './material-matrix.tsx'
import { positionFilters, usePositions, useSystems } from './use-positions.ts'
import './positions.css'

/** Positions by system: the quantities of a material by system and measure, or the materials at a factory. */
export function PositionsView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const { material, factory, system } = search
  const filters = positionFilters(search)
  const systems = useSystems(system === undefined ? [] : [system])
  const positions = usePositions(filters)
  const { list, isRead } = positions
  const isAsked = material !== undefined || factory !== undefined
  const isMatrix = isRead && material !== undefined && list.rows.length > 0
  const clear = () => setSearch({ material: undefined, factory: undefined, system: undefined, position: undefined })
  return (
    <>
      <Filters chips={chipsOf(search, chipNames, (name) => setSearch({ [name]: undefined }))} onClear={clear}>
        <RefPicker kind="material" value={material} onChange={(ref) => setSearch({ material: ref })} />
        <RefPicker kind="factory" value={factory} onChange={(ref) => setSearch({ factory: ref })} />
        <SelectFilter
          label="System"
          value={system}
          options={named(systems, String)}
          onChange={(one) => setSearch({ system: one })}
        />
        {isAsked && <ExportButton request={{ kind: 'material_positions', parameters: filters }} />}
      </Filters>
      {!isAsked && <StartingPoints view="positions" title="Choose a material, a factory, or both." />}
      {isAsked && hidesContent(list.error, isRead) && <Problem error={list.error} onRetry={list.refetch} />}
      {isAsked && list.error === null && !isRead && <Skeleton lines={10} />}
      {isRead && !hidesContent(list.error, isRead) && list.rows.length === 0 && <NoPosition search={search} />}
      {isRead && list.rows.length > 0 && !isMatrix && <FactoryList list={list} />}
      {isMatrix && <MaterialMatrix positions={list.rows} filters={filters} />}
      {isAsked && !isMatrix && <AsCode calls={[{ operationId: 'getMaterialFactoryPosition', input: filters }]} />}
    </>
  )
}

const chipNames = { material: 'Material', factory: 'Factory', system: 'System' }

/** Shown if no system reports a position. Links to the exceptions, which show whether one is missing. */
function NoPosition({ search }: { search: MaterialsSearch }): ReactNode {
  const { material, factory, system } = search
  return (
    <Empty title={`${system ?? 'No system'} reports ${system === undefined ? 'a' : 'no'} position.`}>
      {material !== undefined && factory !== undefined && (
        <>
          <Link to="/materials" search={{ view: 'positions', material }}>
            Show all factories
          </Link>
          , or{' '}
        </>
      )}
      <Link to="/materials" search={{ material, factory }}>
        check the exceptions for missing records
      </Link>
      .
    </Empty>
  )
}
