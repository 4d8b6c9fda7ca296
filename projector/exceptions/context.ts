import type { Run } from '../../cypher/connect.ts'
import { getNewestSeq } from '../../cypher/exceptions/facts.ts'

/** What all steps of one transaction of the reconciler share, for one organization. */
export interface ReconcileContext {
  run: Run
  organization: string
  /** The number of the newest publication; 0 before the first. */
  seq: number
  /** Additional labels for the invalidations that this transaction creates. */
  labels: readonly string[]
}

export async function openContext(
  run: Run,
  organization: string,
  labels: readonly string[],
): Promise<ReconcileContext> {
  const [newest] = await run(getNewestSeq, organization, {})
  return { run, organization, seq: newest?.seq ?? 0, labels }
}

export function distinct<T>(values: Iterable<T>): T[] {
  return [...new Set(values)]
}

/** Removes duplicate pairs. */
export function distinctPairs(pairs: Iterable<readonly [string, string]>): [string, string][] {
  return [...new Map([...pairs].map(([a, b]) => [JSON.stringify([a, b]), [a, b] as [string, string]])).values()]
}

export function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
