import { entityTypeValues, relationshipTypeValues, type SearchEntitiesInput } from '@tenant-data/client'
import { oneOf, pageState, type ReadField, someOf, text } from '../../address.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i
/** More expansions would make an unreadable graph, and a URL that is too long. */
export const MOST_EXPANSIONS = 20

const expansions: ReadField<string[]> = (given) =>
  [given]
    .flat()
    .filter((one): one is string => typeof one === 'string' && ID.test(one))
    .slice(0, MOST_EXPANSIONS)

const fields = pageState({
  q: text,
  type: oneOf(entityTypeValues),
  // The API rejects an unknown state.
  lifecycleState: text as ReadField<NonNullable<SearchEntitiesInput['lifecycleState']>>,
  season: text,
  /** The open entity. Absent in the search. */
  entity: (given) => text(given)?.toLowerCase(),
  /** The relationships that are listed, such as `USES_MATERIAL.incoming`. All if absent. */
  relationship: text,
  /** The number of hops of the neighborhood. 1 if absent. */
  depth: oneOf(['2', '3']),
  /** The types of relationships that are traversed. All if absent. */
  via: someOf(relationshipTypeValues),
  /** With a depth of 2 or 3: the type of entities to find. */
  to: oneOf(entityTypeValues),
  /** Shows the neighborhood as a table. As a graph if absent. */
  view: oneOf(['table']),
  /** The expansions, in their order: IDs of entities, and keys of boxes. */
  expand: expansions,
  /** The key of the group whose members are listed. */
  group: text,
  /** The entity to which paths are shown. */
  path: (given) => {
    const id = text(given)
    return id !== undefined && ID.exec(id)?.[0] === id ? id.toLowerCase() : undefined
  },
})

export type GraphSearch = ReturnType<typeof fields>

/** The state of the page: the search, the open entity, and the view of its neighborhood. */
export function graphSearch(raw: Record<string, unknown>): GraphSearch {
  const state = fields(raw)
  return { ...state, to: state.depth && state.to }
}

/** The changes of the state when another entity is opened. The filters of the neighborhood stay. */
export function walkTo(entity: string | undefined): Partial<GraphSearch> {
  return { entity, relationship: undefined, expand: [], group: undefined, path: undefined }
}
