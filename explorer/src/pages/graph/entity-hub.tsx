import { Link } from '@tanstack/react-router'
import type { Entity, PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'
import { changedText, exceptionsText, type HubFilter, hubFilter, usedText } from './hub-texts.ts'

/** Links to other pages about an entity, with what each of them shows. */
export function EntityHub({ entity }: { entity: Entity }): ReactNode {
  const { type, attributes } = entity
  const filter = hubFilter(entity)
  return (
    <>
      {filter && <Used filter={filter} />}
      {filter && <Changed filter={filter} />}
      {type === 'sku' && (
        <Link to="/requirements" search={{ order: `${attributes.skuCode} 1` }}>
          Material cost of a garment
        </Link>
      )}
      {type === 'material' && <Exceptions filter={{ material: attributes.materialNumber }} />}
      {type === 'supplier' && <Exceptions filter={{ supplier: attributes.supplierCode }} />}
      {type === 'supplier' && attributes.roles.includes('factory') && (
        <Exceptions name="Exceptions as a factory" filter={{ factory: entity.id }} />
      )}
      {type === 'material' && (
        <Link to="/materials" search={{ view: 'positions', material: attributes.materialNumber }}>
          Positions
        </Link>
      )}
      {type === 'bom_publication' && (
        <Link to="/yields" search={{ snapshotId: attributes.snapshotId }}>
          Yields
        </Link>
      )}
    </>
  )
}

/** The link is there immediately, and its count once it is known. */
function Counted({ name, count }: { name: string; count: string | undefined }): ReactNode {
  return (
    <>
      {name}
      {count !== undefined && <span className="quiet">: {count}</span>}
    </>
  )
}

function Used({ filter }: { filter: HubFilter }): ReactNode {
  const input = { ...filter, groupBy: ['style' as const], top: 1 }
  const { data } = useRead('summarizeBomYields', input, { enabled: useHasScope('bom:read') })
  return (
    <Link to="/yields" search={filter}>
      <Counted name="Yields" count={data && usedText(filter, data.data.counts)} />
    </Link>
  )
}

function Changed({ filter }: { filter: HubFilter }): ReactNode {
  const { data } = useRead('summarizeBomYieldChanges', { ...filter, top: 1 }, { enabled: useHasScope('bom:read') })
  return (
    <Link to="/changes" search={filter}>
      <Counted name="BOM changes" count={data && changedText(data.data.counts)} />
    </Link>
  )
}

interface ExceptionsProps {
  name?: string
  filter: { material: string } | { supplier: string } | { factory: string }
}

function Exceptions({ name = 'Exceptions', filter }: ExceptionsProps): ReactNode {
  const input = { ...filter, status: 'open' as const }
  const { data } = useRead('summarizeMaterialPositionExceptions', input, { enabled: useHasScope('materials:read') })
  const counts: PositionExceptionCounts | undefined = data?.data.counts
  return (
    <Link to="/materials" search={{ ...filter, status: 'open' }}>
      <Counted name={name} count={counts && exceptionsText(counts)} />
    </Link>
  )
}
