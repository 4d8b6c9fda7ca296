import { entityTypeValues, relationshipTypeValues, type SearchEntitiesInput } from '@tenant-data/client'
import { oneOf, pageState, type ReadField, someOf, text } from '../../address.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** More would be a picture that nobody reads, and an address that nobody can send. */
export const MOST_EXPANSIONS = 20

const expansions: ReadField<string[]> = (given) =>
  [given]
    .flat()
    .filter((one): one is string => typeof one === 'string' && ID.test(one))
    .slice(0, MOST_EXPANSIONS)

const fields = pageState({
  q: text,
  type: oneOf(entityTypeValues),
  // One that there is not is refused by the API.
  lifecycleState: text as ReadField<NonNullable<SearchEntitiesInput['lifecycleState']>>,
  season: text,
  /** The entity that is looked at; the search otherwise. */
  entity: (given) => text(given)?.toLowerCase(),
  /** Which of its relationships are listed, as `USES_MATERIAL.incoming`; all when absent. */
  relationship: text,
  /** Hops of the neighbourhood; 1 when absent. */
  depth: oneOf(['2', '3']),
  /** The types of relationships that the neighbourhood walks; all when absent. */
  via: someOf(relationshipTypeValues),
  /** With a depth of 2 or 3: the type of the entities that are looked for. */
  to: oneOf(entityTypeValues),
  /** The neighbourhood as a table; as a picture when absent. */
  view: oneOf(['table']),
  /** What was expanded, in this order: ids of entities, and keys of boxes. */
  expand: expansions,
})

export type GraphSearch = ReturnType<typeof fields>

/** The state of the page: what is searched, the entity that is open, and how its neighbourhood is looked at. */
export function graphSearch(raw: Record<string, unknown>): GraphSearch {
  const state = fields(raw)
  return { ...state, to: state.depth && state.to }
}

/** What changes when another entity is opened: its neighbourhood is looked at in the same way, from its own middle. */
export function walkTo(entity: string | undefined): Partial<GraphSearch> {
  return { entity, relationship: undefined, expand: [] }
}
