import type { Direction, RelationshipType } from '@tenant-data/client'
import { formatCode } from '../../../format/names.ts'
import { formatCount } from '../../../format/numbers.ts'
import type { FoundPaths } from './find-paths.ts'

/** The verbs of relationships, from their start to their end, and back. */
const verbs: Readonly<Record<string, Readonly<Record<Direction, string>>>> = {
  HAS_SKU: { outgoing: 'has', incoming: 'belongs to' },
  USES_MATERIAL: { outgoing: 'uses', incoming: 'is used by' },
  SUPPLIED_BY: { outgoing: 'is supplied by', incoming: 'supplies' },
  PRODUCED_BY: { outgoing: 'is produced by', incoming: 'produces' },
  PUBLISHES_BOM_FOR: { outgoing: 'contains', incoming: 'is in' },
  SUPERSEDES: { outgoing: 'replaces', incoming: 'is replaced by' },
  SUBSTITUTE_FOR: { outgoing: 'can replace', incoming: 'can be replaced by' },
  CARRIED_OVER_FROM: { outgoing: 'is carried over from', incoming: 'is carried over to' },
  MADE_FROM: { outgoing: 'is made from', incoming: 'is used to make' },
  OWNED_BY: { outgoing: 'belongs to', incoming: 'owns' },
} satisfies Record<RelationshipType, Readonly<Record<Direction, string>>>

/** The verb of a relationship as seen from one end. The API can add types. */
export function verbOf(type: RelationshipType, direction: Direction): string {
  const known = Object.hasOwn(verbs, type) ? verbs[type] : undefined
  return known?.[direction] ?? `is connected (${formatCode(type)}) with`
}

/** Why paths can be missing. Empty if none can. */
export function cutText({ cut, isCut, paths }: FoundPaths): string {
  if (!isCut) return ''
  const names = cut.map(({ label, id }) => label ?? id)
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  const who =
    names.length === 0
      ? 'Some entities have'
      : `${names.slice(0, 3).join(', ')}${more} ${names.length === 1 ? 'has' : 'have'}`
  const missing = paths.length > 0 ? 'further or shorter paths can exist' : 'a path can exist'
  return `The search is incomplete: ${who} more relationships than it reads, so ${missing}. To read fewer, select relationships under Along.`
}

/** The number of hops and paths, or that there is none. */
export function foundText({ paths, isCut }: FoundPaths): string {
  const [first] = paths
  if (first === undefined) return isCut ? 'No path was found within three hops.' : 'No path exists within three hops.'
  const hops = first.length === 1 ? 'Directly connected' : `Connected by ${first.length} hops`
  const count = formatCount(paths.length, 'shortest path')
  return `${hops}: ${count}.`
}
