import type { EntityType, EntityTypeDescription, RelationshipType } from '@tenant-data/client'

/**
 * The types of relationships that can connect an entity of one type with a neighbor of an entity of another type. Only
 * those of `via`, unless it is empty.
 */
export function middleTypes(
  types: readonly EntityTypeDescription[],
  from: EntityType,
  to: EntityType,
  via: readonly RelationshipType[],
): RelationshipType[] {
  const optionsOf = (type: EntityType) =>
    (types.find((one) => one.type === type)?.relationshipTypes ?? []).filter(
      (option) => via.length === 0 || via.includes(option.type),
    )
  const neighbors = new Set(optionsOf(to).map(({ other }) => other))
  return [...new Set(optionsOf(from).flatMap(({ type, other }) => (neighbors.has(other) ? [type] : [])))]
}
