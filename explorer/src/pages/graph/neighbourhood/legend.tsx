import { type EntityType, entityTypeValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { countOfType } from '../../../format/nouns.ts'
import { TypeMark } from '../type-sign.tsx'
import type { Neighbourhood } from './neighbourhood.ts'

/** The types of the entities in a neighborhood, with their signs and numbers, and what else the picture marks. */
export function Legend({ neighbourhood: { nodes, onWay } }: { neighbourhood: Neighbourhood }): ReactNode {
  const byType = Map.groupBy(nodes.values(), ({ type }) => type)
  const place = (type: EntityType) => (entityTypeValues as readonly EntityType[]).indexOf(type)
  const types = [...byType.keys()].sort((a, b) => place(a) - place(b))
  return (
    <ul className="legend" aria-label="Entity types">
      {types.map((type) => (
        <li key={type}>
          <TypeMark type={type} text={countOfType(byType.get(type)?.length ?? 0, [type])} />
        </li>
      ))}
      {onWay.size > 0 && (
        <li className="legend-way">
          <span aria-hidden="true" />
          On the way
        </li>
      )}
    </ul>
  )
}
