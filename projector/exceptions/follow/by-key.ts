import * as queries from '../../../cypher/exceptions/queue.ts'
import type { Query } from '../../../cypher/query.ts'
import type { ReconcileContext } from '../context.ts'
import {
  decodeInvalidation,
  encodeInvalidation,
  type Invalidation,
  type InvalidationKind,
  type InvalidationOf,
} from '../invalidation.ts'

/** How many rows of each key one set-based statement reads. */
export const ROWS = 200
/** How many pairs one reference may add at a time. Ambiguous references are few, and used at few factories. */
const FEW = 20

/**
 * Replaces invalidations of one kind by narrower ones, up to a limit. Returns the invalidations that the caller has to
 * add.
 */
export type Follow<K extends InvalidationKind> = (
  context: ReconcileContext,
  taken: readonly InvalidationOf<K>[],
) => Promise<Invalidation[]>

interface Followed {
  key: string
  last: string | null
  found: number
}
type ByKeyParams = { rows: { key: string; after: string }[]; limit: number; labels: readonly string[] }
type ByKey = Query<ByKeyParams, Followed, 'tenant'>

/** Replaces invalidations by means of one statement, which adds the narrower ones inside the graph. */
export function byKey<K extends InvalidationKind>(kind: K, query: ByKey): Follow<K> {
  return async ({ run, organization, labels }, taken) => {
    const rows = taken.map(encodeInvalidation).map(({ key, after }) => ({ key, after }))
    return restOf(kind, await run(query, organization, { rows, limit: ROWS, labels }))
  }
}

/** Returns an invalidation that continues after the last row for each key whose statement reached its limit. */
export function restOf(kind: InvalidationKind, followed: readonly Followed[], limit = ROWS): Invalidation[] {
  return followed.flatMap(({ key, last, found }) =>
    found >= limit && last !== null ? [decodeInvalidation({ kind, key, other: '', hint: '', after: last })] : [],
  )
}

/**
 * Invalidates the pairs whose key is one of these references. A reference is the key of an endpoint if it is ambiguous.
 */
export async function pairsOfRefs(
  { run, organization, labels }: ReconcileContext,
  kind: 'material' | 'factory',
  refs: readonly string[],
): Promise<Invalidation[]> {
  const query = kind === 'material' ? queries.invalidatePairsOfMaterial : queries.invalidatePairsOfFactory
  const rows = refs.map((key) => ({ key, after: '' }))
  return rows.length > 0 ? restOf(kind, await run(query, organization, { rows, limit: FEW, labels }), FEW) : []
}
