import type { Run } from '../../cypher/connect.ts'
import { advanceOffset } from '../../cypher/system/offsets.ts'

/** A partition that this process has taken over, until another does. */
export interface Claim {
  groupId: string
  topic: string
  partition: number
  owner: string
  epoch: number
  /** Where the log ended when a rebuild began; 0 without one. */
  rebuiltTo?: number
}

/** Thrown when a partition has another owner by now: nothing of the transaction was written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/**
 * Moves the partition's offset within a transaction, the first thing that it does. From and to may be equal, to write under
 * the claim while the offset stays.
 * @returns false when this very transaction was committed before and its reply lost: then nothing is left to do
 * @throws Fenced when the claim is no longer the partition's
 */
export async function advance(run: Run, claim: Claim, from: number, to: number): Promise<boolean> {
  const [stood] = await run(advanceOffset, null, { ...claim, from, to })
  if (stood?.epoch !== claim.epoch) throw new Fenced(`${claim.topic}/${claim.partition} has another owner`)
  if (stood.next === to && from !== to) return false
  if (stood.next !== from) throw new Fenced(`${claim.topic}/${claim.partition} stands at ${stood.next}, not at ${from}`)
  return true
}
