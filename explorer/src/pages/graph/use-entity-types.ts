import type { EntityType, EntityTypeDescription, RelationshipType } from '@tenant-data/client'
import { useRead } from '../../parts/use-read.ts'

interface EntityTypes {
  all: readonly EntityTypeDescription[]
  of(type: EntityType): EntityTypeDescription | undefined
  /** The states of one type, or of all. */
  statesOf(type: EntityType | undefined): string[]
  /** The types of relationships that one type may have. */
  relationshipsOf(type: EntityType): RelationshipType[]
}

/** The vocabulary of the graph; empty until it was read. */
export function useEntityTypes(): EntityTypes {
  const all = useRead('listEntityTypes', {}).data?.data ?? []
  const of = (type: EntityType) => all.find((one) => one.type === type)
  return {
    all,
    of,
    statesOf: (type) => [
      ...new Set(all.filter((one) => type === undefined || one.type === type).flatMap((one) => one.lifecycleStates)),
    ],
    relationshipsOf: (type) => [...new Set(of(type)?.relationshipTypes.map((option) => option.type))],
  }
}
