import type { EntityType, EntityTypeDescription, RelationshipType } from '@tenant-data/client'
import { useRead } from '../../parts/use-read.ts'

interface EntityTypes {
  all: readonly EntityTypeDescription[]
  of(type: EntityType): EntityTypeDescription | undefined
  /** The lifecycle states of one type, or of all types. */
  statesOf(type: EntityType | undefined): string[]
  /** The types of relationships that entities of one type can have. */
  relationshipsOf(type: EntityType): RelationshipType[]
}

/** The entity types of the graph. Empty until they are loaded. */
export function useEntityTypes(): EntityTypes {
  const all = useRead('listEntityTypes', {}).data?.data ?? []
  const descriptionOf = (type: EntityType) => all.find((one) => one.type === type)
  return {
    all,
    of: descriptionOf,
    statesOf: (type) => [
      ...new Set(all.filter((one) => type === undefined || one.type === type).flatMap((one) => one.lifecycleStates)),
    ],
    relationshipsOf: (type) => [...new Set(descriptionOf(type)?.relationshipTypes.map((option) => option.type))],
  }
}
