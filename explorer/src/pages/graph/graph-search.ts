import type { EntityType, RelationshipType, SearchEntitiesInput } from '@tenant-data/client'
import { oneOf, someOf, textOf } from '../../address.ts'

/** The compiler asks for a new type here as soon as the contract has it. */
const types: Record<EntityType, true> = {
  style: true,
  sku: true,
  material: true,
  supplier: true,
  bom_publication: true,
}
const relationships: Record<RelationshipType, true> = {
  HAS_SKU: true,
  USES_MATERIAL: true,
  SUPPLIED_BY: true,
  PRODUCED_BY: true,
  PUBLISHES_BOM_FOR: true,
  SUPERSEDES: true,
  SUBSTITUTE_FOR: true,
  CARRIED_OVER_FROM: true,
  MADE_FROM: true,
  OWNED_BY: true,
}
export const entityTypes = Object.keys(types) as EntityType[]
export const relationshipTypes = Object.keys(relationships) as RelationshipType[]

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** More would be a picture that nobody reads, and an address that nobody can send. */
export const MOST_EXPANSIONS = 20

export interface GraphSearch {
  q?: string | undefined
  type?: EntityType | undefined
  lifecycleState?: SearchEntitiesInput['lifecycleState']
  season?: string | undefined
  /** The entity that is looked at; the search otherwise. */
  entity?: string | undefined
  /** Which of its relationships are listed, as `USES_MATERIAL.incoming`; all when absent. */
  relationship?: string | undefined
  /** Hops of the neighbourhood; 1 when absent. */
  depth?: '2' | '3' | undefined
  /** The types of relationships that the neighbourhood walks; all when empty. */
  via?: RelationshipType[] | undefined
  /** With a depth of 2 or 3: the type of the entities that are looked for. */
  to?: EntityType | undefined
  /** The neighbourhood as a table; as a picture when absent. */
  view?: 'table' | undefined
  /** What was expanded, in this order: ids of entities, and keys of boxes. */
  expand?: string[] | undefined
}

/** The state of the page: what is searched, the entity that is open, and how its neighbourhood is looked at. */
export function graphSearch(raw: Record<string, unknown>): GraphSearch {
  const depth = oneOf(raw, 'depth', ['2', '3'])
  return {
    q: textOf(raw, 'q'),
    type: oneOf(raw, 'type', entityTypes),
    // One that there is not is refused by the API.
    lifecycleState: textOf(raw, 'lifecycleState') as GraphSearch['lifecycleState'],
    season: textOf(raw, 'season'),
    entity: textOf(raw, 'entity')?.toLowerCase(),
    relationship: textOf(raw, 'relationship'),
    depth,
    via: someOf(raw, 'via', relationshipTypes),
    to: depth && oneOf(raw, 'to', entityTypes),
    view: oneOf(raw, 'view', ['table']),
    expand: [raw.expand]
      .flat()
      .filter((one): one is string => typeof one === 'string' && ID.test(one))
      .slice(0, MOST_EXPANSIONS),
  }
}

/** What changes when another entity is opened: its neighbourhood is looked at in the same way, from its own middle. */
export function walkTo(entity: string | undefined): Partial<GraphSearch> {
  return { entity, relationship: undefined, expand: [] }
}
