import type { Run } from '../../cypher/connect.ts'
import { getNewestSeq } from '../../cypher/reconcile.ts'

/** One transaction of the reconciler of an organization. */
export interface Round {
  run: Run
  organization: string
  /** The number of the newest publication; 0 before the first. */
  seq: number
}

export async function openRound(run: Run, organization: string): Promise<Round> {
  const [newest] = await run(getNewestSeq, organization, {})
  return { run, organization, seq: newest?.seq ?? 0 }
}

/** Each value once. */
export function distinct<T>(values: Iterable<T>): T[] {
  return [...new Set(values)]
}

/** Each pair of words once. */
export function distinctPairs(pairs: Iterable<readonly [string, string]>): [string, string][] {
  return [...new Map([...pairs].map(([a, b]) => [JSON.stringify([a, b]), [a, b] as [string, string]])).values()]
}
