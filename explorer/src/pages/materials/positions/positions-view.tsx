import type { ReactNode } from 'react'
import { ExportButton } from '../../../parts/forms/export-button.tsx'
import { Filters, SelectFilter } from '../../../parts/forms/filters.tsx'
import { AsCode } from '../../../parts/page/as-code.tsx'
import { Problem } from '../../../parts/page/problem.tsx'
import { Skeleton } from '../../../parts/page/skeleton.tsx'
import { useAddress } from '../../../use-address.ts'
import { materialsSearch } from '../materials-search.ts'
import { RefPicker } from '../pick/ref-picker.tsx'
import { StartingPoints } from '../pick/starting-points.tsx'
import { useSystems } from '../pick/use-systems.ts'
import { FactoryList } from './factory-list.tsx'
import { MaterialMatrix } from './material-matrix.tsx'
import { NoPosition } from './no-position.tsx'
import './positions.css'
import { positionFilters, usePositions } from './use-positions.ts'

/** Positions by system: the amounts of a material by system and measure, or the materials at a factory. */
export function PositionsView(): ReactNode {
  const [search, setSearch] = useAddress(materialsSearch)
  const { material, factory, system } = search
  const filters = positionFilters(search)
  const systems = useSystems(system === undefined ? [] : [system])
  const positions = usePositions(filters)
  const { list, isRead } = positions
  const isAsked = material !== undefined || factory !== undefined
  const isMatrix = isRead && material !== undefined && list.rows.length > 0
  const isFiltered = isAsked || system !== undefined
  const clear = () => setSearch({ material: undefined, factory: undefined, system: undefined, position: undefined })
  return (
    <>
      <Filters onClear={isFiltered ? clear : undefined}>
        <RefPicker kind="material" value={material} onChange={(ref) => setSearch({ material: ref })} />
        <RefPicker kind="factory" value={factory} onChange={(ref) => setSearch({ factory: ref })} />
        <SelectFilter
          label="System"
          value={system}
          options={systems.map((one) => [one, one] as const)}
          onChange={(one) => setSearch({ system: one })}
        />
        {isAsked && <ExportButton request={{ kind: 'material_positions', parameters: filters }} />}
      </Filters>
      {!isAsked && <StartingPoints view="positions" title="Choose a material, a factory, or both." />}
      {isAsked && list.error !== null && <Problem error={list.error} onRetry={list.refetch} />}
      {isAsked && list.error === null && !isRead && <Skeleton lines={10} />}
      {isRead && list.error === null && list.rows.length === 0 && <NoPosition search={search} />}
      {isRead && list.rows.length > 0 && !isMatrix && <FactoryList list={list} />}
      {isMatrix && <MaterialMatrix positions={list.rows} filters={filters} />}
      {isAsked && !isMatrix && <AsCode calls={[{ operationId: 'getMaterialFactoryPosition', input: filters }]} />}
    </>
  )
}
