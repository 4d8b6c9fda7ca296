import type { Run } from '../../cypher/connect.ts'
import { advanceOffset } from '../../cypher/system/offsets.ts'

/** A partition that this process owns until another process claims it. */
export interface Claim {
  groupId: string
  topic: string
  partition: number
  owner: string
  epoch: number
  /** The end offset of the partition when a rebuild began; 0 if there was none. */
  rebuiltTo?: number
  /** Events before this offset were applied before the graph was restored; 0 if it never was. */
  decidedTo?: number
  feed: PartitionFeed
  /** The only organization whose events this claim applies, in the rebuild of that organization. */
  organization?: string
  /**
   * The organizations whose events below an offset are skipped, because a rebuild of the organization applies them. Null
   * means all offsets.
   */
  deferred?: ReadonlyMap<string, number | null>
}

/** Whether a claim applies, or rejects, the records of an organization at an offset. Others only move the offset. */
export function isApplied({ organization, deferred }: Claim, owner: string | null, offset: number): boolean {
  if (organization !== undefined) return owner === organization
  const until = owner === null ? undefined : deferred?.get(owner)
  return until === undefined || (until !== null && offset >= until)
}

/** The organizations whose changes another claim of the partition may be writing now. */
export function organizationsOfOthers({ deferred }: Pick<Claim, 'deferred'>): string[] {
  return [...(deferred ?? [])].flatMap(([organization, until]) => (until === null ? [organization] : []))
}

/** Where the changes of a partition are recorded. */
export interface PartitionFeed {
  id: string
  /** The offset at which it began, and when, in epoch milliseconds. */
  from: number
  fromAt: number
  /** The offset up to which changes were recorded before this claim. A rebuild applies events below it again. */
  to: number
}

/** What is known of a transaction once it has moved the offset. */
export interface Moved {
  /** Changes of events below this offset were recorded before. */
  recordedTo: number
  /** The time of the transaction in epoch milliseconds. */
  appliedAt: number
}

/** Thrown when another process owns the partition by now. Nothing of the transaction was written. */
export class Fenced extends Error {
  override readonly name = 'Fenced'
}

/**
 * Moves the stored offset of a partition. It is the first statement of its transaction. If `from` equals `to`, the
 * offset stays, and the transaction still verifies and locks the claim.
 * @returns null when this transaction was committed before but its response was lost; then nothing is left to do
 * @throws Fenced when the partition has another claim
 */
export async function advance(run: Run, claim: Claim, from: number, to: number): Promise<Moved | null> {
  const { groupId, topic, partition, owner, epoch } = claim
  const [stood] = await run(advanceOffset, null, { groupId, topic, partition, owner, epoch, from, to })
  if (stood?.epoch !== claim.epoch) throw new Fenced(`${claim.topic}/${claim.partition} has another owner`)
  if (stood.next === to && from !== to) return null
  if (stood.next !== from) throw new Fenced(`${claim.topic}/${claim.partition} is at offset ${stood.next}, not ${from}`)
  return { recordedTo: stood.feedTo, appliedAt: stood.appliedAt }
}
