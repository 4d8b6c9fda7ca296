import { linkTypes, type RelationshipType } from '../../../schemas/graph/link-types.ts'
import { markdownTable } from './markdown-table.ts'

/** Every type of relationship with its ends and its properties. */
export function relationshipTable(): string {
  const rows = (Object.keys(linkTypes) as RelationshipType[]).map((type) => {
    const { from, to, meaning, properties } = linkTypes[type]
    const names = Object.keys(properties).map((name) => `\`${name}\``)
    return [`\`${type}\``, `\`${from}\` → \`${to}\``, `${meaning}.`, names.join(', ') || 'none']
  })
  return markdownTable(['Type', 'From → to', 'Meaning', 'Properties'], rows)
}
