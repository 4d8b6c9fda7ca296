import type { ChangeWrite } from '../../cypher/feed/write-feed.ts'
import type { Change } from '../../schemas/graph/changes.ts'
import { storedChange } from '../../schemas/stored/change.ts'
import { timeOfMilliseconds } from '../../schemas/values/input-times.ts'
import type { PartitionFeed } from '../partitions/advance.ts'

/** A change that an event made, without what follows from where the event is. */
export type AppliedChange = Omit<Change, 'changeId' | 'appliedAt'>

/** Adds a change that the event at an offset made. */
export type RecordChange = (offset: number, change: AppliedChange) => void

/**
 * The number of positions of an event. It changes at most three entities or links, because `canonicalOf` can move its
 * record from one to another, and each SKU has a link.
 */
const POSITIONS = 16

/** Returns the first position in a feed of the event at an offset. */
export function positionOf(offset: number): number {
  return offset * POSITIONS
}

/** Collects the changes of one organization in a transaction. Changes that were recorded before are left out. */
export class ChangesOfBatch {
  /** In the order in which the types of records are applied, which is not that of positions. */
  readonly rows: ChangeWrite[] = []
  /** The position after all changes. */
  next = 0
  readonly #feed: PartitionFeed
  readonly #recordedTo: number
  readonly #appliedAt: string
  readonly #counts = new Map<number, number>()

  /** @param appliedAt the time of the transaction in epoch milliseconds */
  constructor(feed: PartitionFeed, { recordedTo, appliedAt }: { recordedTo: number; appliedAt: number }) {
    this.#feed = feed
    this.#recordedTo = recordedTo
    this.#appliedAt = timeOfMilliseconds(appliedAt)
  }

  readonly record: RecordChange = (offset, change) => {
    if (offset < this.#recordedTo) return
    const count = this.#counts.get(offset) ?? 0
    if (count === POSITIONS) throw new Error(`The event at offset ${offset} made more than ${POSITIONS} changes`)
    this.#counts.set(offset, count + 1)
    const position = positionOf(offset) + count
    const doc = storedChange.write({
      changeId: `${this.#feed.id}-${position}`,
      ...change,
      appliedAt: this.#appliedAt,
    })
    this.next = Math.max(this.next, position + 1)
    this.rows.push({ position, subjectId: change.id, type: change.type, doc })
  }
}
