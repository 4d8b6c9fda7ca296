import type { LinkWrite } from '../cypher/projections.ts'
import type { LinkContent } from './projections/link.ts'

/** What is written about links in one transaction; deletions come first, so that a link can change its ends. */
export interface LinkWrites {
  deleted: string[]
  created: LinkWrite[]
  updated: LinkWrite[]
}

type Ends = { fromId: string; toId: string } | null

/** Adds what turns the stored link into the wanted one; the ends of a stored relationship cannot change. */
export function writeLink(
  writes: LinkWrites,
  id: string,
  stored: Ends,
  wanted: LinkContent | null,
  state: string | null,
) {
  const keepsEnds = wanted !== null && stored?.fromId === wanted.fromId && stored.toId === wanted.toId
  if (stored && !keepsEnds) writes.deleted.push(id)
  if (wanted) (keepsEnds ? writes.updated : writes.created).push({ ...wanted, state })
}
