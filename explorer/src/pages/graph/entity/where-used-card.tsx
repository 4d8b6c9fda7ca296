import { Link } from '@tanstack/react-router'
import type { Entity, YieldGroup } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount, formatPart } from '../../../format/numbers.ts'
import { Card } from '../../../parts/layout.tsx'
import { Loaded } from '../../../parts/states.tsx'
import { useRead } from '../../../parts/use-read.ts'
import { Amount, Bar } from '../../../parts/values.tsx'
import { useHasScope } from '../../../session/session-context.tsx'
import { type HubFilter, hubFilter, usesInput } from './hub-texts.ts'

/** The styles that use a material most, or the materials of a supplier that are used in most styles. */
export function WhereUsedCard({ entity }: { entity: Entity }): ReactNode {
  const mayRead = useHasScope('bom:read')
  const filter = hubFilter(entity)
  if (!mayRead || filter === null) return null
  if (filter.material !== undefined) return <Used filter={filter} by="style" />
  return filter.supplier === undefined ? null : <Used filter={filter} by="material" />
}

function Used({ filter, by }: { filter: HubFilter; by: 'style' | 'material' }): ReactNode {
  const query = useRead('summarizeBomYields', usesInput(filter))
  const { groups = [], groupCount = 0 } = query.data?.data ?? {}
  const sizeOf = (group: YieldGroup) => (by === 'style' ? group.skus : group.styles)
  const most = String(Math.max(0, ...groups.map(sizeOf)))
  return (
    <Card
      title={by === 'style' ? 'Where used' : 'Materials in the BOM'}
      aside={groupCount > groups.length ? formatPart(groups.length, groupCount) : null}
    >
      <Loaded query={query} lines={5}>
        {() => (
          <>
            {groups.length === 0 && <p className="quiet">The newest BOM does not contain it.</p>}
            <ol className="lines">
              {groups.map((group) => (
                <li key={group.keys[0]?.id}>
                  <Link to="/yields" search={{ ...filter, [by]: group.keys[0]?.key ?? undefined }}>
                    {group.keys[0]?.label}
                  </Link>
                  <span>{by === 'style' ? formatCount(group.skus, 'SKU') : formatCount(group.styles, 'style')}</span>
                  {group.gross && (
                    <small>
                      <Amount value={group.gross.mean} unit={group.gross.uom} /> gross yield for one garment, on average
                    </small>
                  )}
                  <Bar value={String(sizeOf(group))} largest={most} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Card>
  )
}
