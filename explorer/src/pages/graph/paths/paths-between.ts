import type { Relationship, RelationshipEnd } from '@tenant-data/client'

export interface Step {
  from: RelationshipEnd
  to: RelationshipEnd
  /** All relationships between the two. */
  rows: readonly Relationship[]
}

/** The steps from one entity to another. */
export type Path = readonly Step[]

const MOST_HOPS = 3

/**
 * All shortest paths between two entities along relationships in any direction, in at most three hops. First those
 * through the types of entities and relationships that the fewest paths have.
 */
export function pathsBetween(from: string, to: string, rows: readonly Relationship[]): Path[] {
  const ends = new Map<string, RelationshipEnd>()
  const pairs = new Map<string, Relationship[]>()
  const neighbors = new Map<string, Set<string>>()
  for (const row of rows) {
    const [a, b] = [row.from.id, row.to.id]
    if (a === b) continue
    for (const [one, other] of [
      [row.from, row.to],
      [row.to, row.from],
    ] as const) {
      ends.set(one.id, one)
      neighbors.set(one.id, (neighbors.get(one.id) ?? new Set()).add(other.id))
    }
    const key = pairKey(a, b)
    pairs.set(key, [...(pairs.get(key) ?? []), row])
  }
  const away = hopsFrom(to, neighbors)
  const length = away.get(from)
  if (length === undefined || length === 0 || length > MOST_HOPS) return []
  let routes: string[][] = [[from]]
  for (let left = length - 1; left >= 0; left -= 1) {
    routes = routes.flatMap((route) =>
      [...(neighbors.get(route.at(-1) ?? '') ?? [])]
        .filter((next) => away.get(next) === left)
        .map((next) => [...route, next]),
    )
  }
  const stepOf = (start: string, end: string): Step[] => {
    const [one, other] = [ends.get(start), ends.get(end)]
    return one && other ? [{ from: one, to: other, rows: pairs.get(pairKey(start, end)) ?? [] }] : []
  }
  const paths = routes.map((route) => route.slice(1).flatMap((id, at) => stepOf(route[at] ?? '', id)))
  return rareFirst(paths)
}

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

function hopsFrom(start: string, neighbors: ReadonlyMap<string, ReadonlySet<string>>): Map<string, number> {
  const hops = new Map([[start, 0]])
  let last = [start]
  for (let hop = 1; hop <= MOST_HOPS; hop += 1) {
    last = [...new Set(last.flatMap((id) => [...(neighbors.get(id) ?? [])]))].filter((id) => !hops.has(id))
    for (const id of last) hops.set(id, hop)
  }
  return hops
}

/** What paths have in common that lead through entities of the same types by relationships of the same types. */
export function patternOf(path: Path): string {
  return path.map(({ to, rows }) => `${[...new Set(rows.map(({ type }) => type))].sort()} ${to.type}`).join(' ')
}

const collator = new Intl.Collator('en', { numeric: true })

/** Otherwise, the many publications that contain two styles would come before the one material that both use. */
function rareFirst(paths: readonly Path[]): Path[] {
  const namesOf = (path: Path) => path.map(({ to }) => `${to.label} ${to.id}`).join(' ')
  return [...Map.groupBy(paths, patternOf).values()]
    .sort((a, b) => a.length - b.length)
    .flatMap((same) => same.toSorted((a, b) => collator.compare(namesOf(a), namesOf(b))))
}
