import type { ExplanationInput, PositionException } from '@tenant-data/client'
import { amountNames } from '../positions/positions.ts'

type Read = Pick<ExplanationInput, 'id' | 'name' | 'readBy'>
type Ends = Pick<PositionException, 'material' | 'factory'>

/** The page that shows the record of a value, by the operation that returns it, or null if no page does. */
export function pageOfInput({ id, name, readBy }: Read, ends: Ends) {
  const { entityId, style, material, datasetId, relationshipType, direction } = readBy?.parameters ?? {}
  switch (readBy?.operation) {
    case 'getMaterialFactoryPosition':
      return { to: '/materials', search: positionOf(id, name, ends) } as const
    case 'getServiceDataFreshness':
      return { to: '/freshness', search: { datasetId, inspect: datasetId } } as const
    case 'getEntity':
      return { to: '/graph', search: { entity: entityId } } as const
    case 'listEntityRelationships':
      return { to: '/graph', search: { entity: entityId, relationship: `${relationshipType}.${direction}` } } as const
    case 'listBomYields':
      return { to: '/yields', search: { style, material } } as const
    default:
      return null
  }
}

/** The link to a position. Known IDs are used for material and factory, because several records can have one code. */
export function positionOf(position: string, measure: string | null, { material, factory }: Ends) {
  return {
    view: 'positions' as const,
    material: material?.id ?? material?.code,
    factory: factory?.id ?? factory?.code,
    position,
    measure: amountNames.find((name) => name === measure) ?? 'onHand',
  }
}
