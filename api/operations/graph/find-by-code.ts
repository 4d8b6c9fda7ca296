import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { Reader } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { entityNotFound } from './get-entity.ts'
import { type EntityRow, entityOf, firstStart, matchOf, readEntities } from './search/read-entities.ts'

/** The most entities that an ambiguous_reference error lists. */
const MOST_LISTED = 10

/**
 * The ID of the one entity with a code, as `searchEntities` finds it.
 * @throws ApiError entity_not_found; ambiguous_reference, which lists the entities if several have the code
 */
export async function entityIdOfCode(reader: Reader, code: string, type?: EntityType): Promise<string> {
  const filters = { code, type }
  const match = await matchOf(reader, filters)
  if (match === null) throw entityNotFound('The organization has no entity with this code, now or before.')
  const { organization } = reader
  const start = { ...firstStart(filters), match }
  const wanted = { organization, filters, start, limit: MOST_LISTED + 1 }
  const found = await readEntities<Promise<EntityRow[]>>((query, params) => reader.read(query, params), wanted)
  const [only, ...others] = found ?? []
  if (only && others.length === 0) return only.id
  throw new ApiError('ambiguous_reference', { detail: ambiguity(found ?? []) })
}

function ambiguity(found: readonly EntityRow[]): string {
  const listed = found.slice(0, MOST_LISTED).map((row) => {
    const { id, type, label } = entityOf(row)
    return `${label} (${type}, entityId ${id})`
  })
  const more = found.length > MOST_LISTED ? ', and more' : ''
  return `Several entities have this code: ${listed.join('; ')}${more}. Pass the entityId of one of them, or type.`
}
