import type {
  EntityTypeDescription,
  ListEntityRelationshipsInput,
  Relationship,
  RelationshipEnd,
  RelationshipPage,
  RelationshipType,
} from '@tenant-data/client'
import { nearAndFar } from '../neighbourhood/towards.ts'
import { middleTypes } from './middle-types.ts'
import { type Path, pathsBetween } from './paths-between.ts'

/** Reads relationships from the API. */
export type ReadRelationships = (input: ListEntityRelationshipsInput) => PromiseLike<RelationshipPage>

/** The number of relationships that one request reads. */
const PAGE = 1000
/** The number of entities between the two ends that are read one by one. */
const MOST_READ = 6

interface Request {
  from: RelationshipEnd
  to: RelationshipEnd
  /** The types of relationships that paths may use. All if empty. */
  via: readonly RelationshipType[]
  types: readonly EntityTypeDescription[]
}

export interface FoundPaths {
  /** All shortest paths that were found. Empty if there is none within three hops. */
  paths: readonly Path[]
  /** The entities that have more relationships than were read, so that paths can be missing. */
  cut: readonly { id: string; label: string | null }[]
  /** Whether paths can be missing. */
  isCut: boolean
}

/**
 * The shortest paths between two entities within three hops. It reads the relationships of both ends, and only if these
 * do not meet, those between them. It sends at most eight requests.
 */
export async function findPaths(read: ReadRelationships, { from, to, via, types }: Request): Promise<FoundPaths> {
  const known = new Map<string, Relationship>()
  const labels = new Map([from, to].map(({ id, label }) => [id, label]))
  const cut = new Set<string>()
  let unnamedCut = 0
  const readAt = async (entityId: string, relationshipType: readonly RelationshipType[], depth = 1) => {
    const filter = relationshipType.length > 0 ? { relationshipType: [...relationshipType] } : {}
    const page = await read({ entityId, limit: PAGE, ...filter, ...(depth > 1 && { depth }) })
    for (const row of page.data) {
      known.set(row.id, row)
      for (const { id, label } of [row.from, row.to]) labels.set(id, label)
    }
    if (page.links.next !== null) cut.add(entityId)
    for (const id of page.meta.truncated.nodes) cut.add(id)
    unnamedCut += page.meta.truncated.count - page.meta.truncated.nodes.length
    return page.data
  }
  const found = (): FoundPaths => ({
    paths: pathsBetween(from.id, to.id, [...known.values()]),
    cut: [...cut].map((id) => ({ id, label: labels.get(id) ?? null })),
    isCut: cut.size + unnamedCut > 0,
  })
  const ends = await Promise.all([readAt(from.id, via), readAt(to.id, via)])
  const direct = found()
  if (direct.paths.length > 0) return direct
  const sides = [middleOf(ends[0], from, to, types, via), middleOf(ends[1], to, from, types, via)]
  // If one end has no such neighbor, no path leads through it.
  if (sides.some((side, at) => side.length === 0 && !cut.has([from, to][at]?.id ?? ''))) return direct
  // The relationships of an entity that is not published are only listed at their other ends.
  const [fewest] = sides
    .filter((side) => side.length > 0 && side.length <= MOST_READ && side.every(({ listed }) => listed))
    .sort((a, b) => a.length - b.length)
  if (fewest !== undefined) await Promise.all(fewest.map(({ id, middle }) => readAt(id, middle)))
  else {
    // A traversal reads fewer relationships of each entity, but of many entities in one request.
    const all = sides.flatMap((side) => side.flatMap(({ first, middle }) => [first, ...middle]))
    const along = all.length > 0 ? [...new Set(all)] : via
    await Promise.all([from, to].map(({ id }) => readAt(id, along, 2)))
  }
  return found()
}

interface Middle {
  id: string
  listed: boolean
  /** The type of the relationship that leads to it. */
  first: RelationshipType
  /** The types of relationships that can lead on to a neighbor of the other end. */
  middle: RelationshipType[]
}

/** The neighbors of one end that can be connected with a neighbor of the other end, each once. */
function middleOf(
  rows: readonly Relationship[],
  own: RelationshipEnd,
  other: RelationshipEnd,
  types: readonly EntityTypeDescription[],
  via: readonly RelationshipType[],
): Middle[] {
  const all = new Map<string, Middle>()
  for (const row of rows) {
    const { id, type, listed } = nearAndFar(row).far
    const middle = middleTypes(types, type, other.type, via)
    if (id !== own.id && middle.length > 0) all.set(id, { id, listed, first: row.type, middle })
  }
  return [...all.values()]
}
