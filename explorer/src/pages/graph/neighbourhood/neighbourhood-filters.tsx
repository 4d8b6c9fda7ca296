import { entityTypeValues, type RelationshipType, relationshipTypeValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/names.ts'
import { CheckFilter, Filters, named, SelectFilter } from '../../../parts/filters.tsx'
import { chipsOf } from '../../../parts/find/chips.ts'
import type { GraphSearch } from '../graph-search.ts'

interface NeighbourhoodFiltersProps {
  search: GraphSearch
  /** The types of relationships that the entity can have. */
  types: readonly RelationshipType[]
  onChange: (change: Partial<GraphSearch>) => void
}

const chipNames = {
  depth: (depth: string) => `Depth: ${depth} hops`,
  to: (type: string) => `To: ${formatCode(type)}`,
  via: (types: readonly string[]) => `Along: ${types.map(formatCode).join(', ')}`,
}

/** Filters of the neighborhood: depth, relationship types, and entity type. A changed filter clears the expansions. */
export function NeighbourhoodFilters({ search, types, onChange }: NeighbourhoodFiltersProps): ReactNode {
  const { depth, via = [], to } = search
  const change = (changed: Partial<GraphSearch>) => onChange({ ...changed, expand: [], group: undefined })
  const chips = chipsOf(search, chipNames, (name) =>
    change(name === 'depth' ? { depth: undefined, to: undefined } : { [name]: name === 'via' ? [] : undefined }),
  )
  return (
    <Filters chips={chips} onClear={() => change({ depth: undefined, via: [], to: undefined })}>
      <SelectFilter
        label="Depth"
        value={depth ?? '1'}
        options={[
          ['1', '1 hop'],
          ['2', '2 hops'],
          ['3', '3 hops'],
        ]}
        all={null}
        onChange={(hops) =>
          change(hops === '2' || hops === '3' ? { depth: hops } : { depth: undefined, to: undefined })
        }
      />
      {depth && (
        <SelectFilter
          label="To"
          value={to}
          options={named(entityTypeValues)}
          all="All types"
          onChange={(type) => change({ to: type })}
        />
      )}
      <fieldset className="via">
        <legend>Along</legend>
        {relationshipTypeValues
          .filter((type) => depth || types.includes(type) || via.includes(type))
          .map((type) => (
            <CheckFilter
              key={type}
              label={formatCode(type)}
              value={via.includes(type)}
              onChange={(isOn) => change({ via: isOn ? [...via, type] : via.filter((one) => one !== type) })}
            />
          ))}
      </fieldset>
    </Filters>
  )
}
