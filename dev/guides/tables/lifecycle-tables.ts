import { type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import { markdownTable } from './markdown-table.ts'

/** A section for each entity type with the lifecycle states that it can have. */
export function lifecycleTables(): string {
  return (Object.keys(entityTypes) as EntityType[]).map(sectionOf).join('\n\n')
}

function sectionOf(type: EntityType): string {
  const { lifecycleStates, meaningsOfStates, meaning } = entityTypes[type]
  const meanings: Readonly<Record<string, string>> = meaningsOfStates
  const rows = lifecycleStates.map((state) => [`\`${state}\``, `${meanings[state]}`])
  return `## ${type}\n\n${meaning}.\n\n${markdownTable(['State', 'Meaning'], rows)}`
}
