import { Link } from '@tanstack/react-router'
import type { Entity, PositionExceptionCounts } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { useRead } from '../../../parts/use-read.ts'
import { useHasScope } from '../../../session/session-context.tsx'
import { feedingDatasets, freshnessText, worstFirst } from './feeding-datasets.ts'
import { changedText, exceptionsText, type HubFilter, hubFilter, usedText, usesInput } from './hub-texts.ts'

/** The largest page size of the API. */
const MOST_DATASETS = 1000

/** Links to other pages about an entity, with what each of them shows. */
export function EntityHub({ entity }: { entity: Entity }): ReactNode {
  const { type, attributes } = entity
  const filter = hubFilter(entity)
  return (
    <>
      <FreshnessChip entity={entity} />
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
  const { data } = useRead('summarizeBomYields', usesInput(filter), { enabled: useHasScope('bom:read') })
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

/** The freshness of the datasets that feed the entity, as a link to the worst one. Nothing until it is known. */
function FreshnessChip({ entity }: { entity: Entity }): ReactNode {
  const mayRead = useHasScope('materials:read')
  const datasets = useRead('listServiceDatasets', { limit: MOST_DATASETS }, { enabled: mayRead })
  const feeding = feedingDatasets(entity, datasets.data?.data ?? [])
  const freshness = useRead('getServiceDataFreshness', { limit: MOST_DATASETS }, { enabled: feeding.length > 0 })
  const [worst, ...others] = worstFirst(feeding, freshness.data?.data ?? [])
  if (worst === undefined) return null
  return (
    <Link to="/freshness" search={{ datasetId: worst.datasetId }} title={worst.datasetId}>
      <Counted name="Freshness" count={freshnessText([worst, ...others])} />
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
