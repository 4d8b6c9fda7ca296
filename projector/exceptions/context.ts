import type { Run } from '../../cypher/connect.ts'
import { getNewestSeq } from '../../cypher/exceptions/facts.ts'

/** One transaction of the reconciler of an organization. */
export interface ReconcileContext {
  run: Run
  organization: string
  /** The number of the newest publication; 0 before the first. */
  seq: number
  /** What is added has these labels beside its own. */
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

/** Each value once. */
export function distinct<T>(values: Iterable<T>): T[] {
  return [...new Set(values)]
}

/** Each pair of texts once. */
export function distinctPairs(pairs: Iterable<readonly [string, string]>): [string, string][] {
  return [...new Map([...pairs].map(([a, b]) => [JSON.stringify([a, b]), [a, b] as [string, string]])).values()]
}

export function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}
