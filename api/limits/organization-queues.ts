/** The running and waiting work of one organization. */
export interface OrganizationQueue {
  running: number
  /** Functions that start waiting work, in the order of its calls. */
  readonly waiting: Set<() => void>
  /** How long this organization has used slots, in milliseconds, compared with that of other organizations. */
  usedMs: number
  /** When its last call came, by the monotonic clock. */
  askedAt: number
}

export interface OrganizationQueues {
  /** Returns the queue of an organization and marks it as active now. */
  of(organization: string): OrganizationQueue
  /** Must be called when work of a queue has ended or left the queue. */
  settle(queue: OrganizationQueue): void
  /** The queues with running or waiting work. */
  busy(): Iterable<OrganizationQueue>
  /** Whether at most one organization was active lately. */
  isAlone(): boolean
}

/** An organization counts as active for this time after its last call. */
const RECENT_MS = 10_000

/**
 * The queues of the organizations that were active lately. An organization that becomes busy starts with at least the
 * used time of the busy organization that used the least. So a pause gives it no advantage.
 */
export function createOrganizationQueues(elapsed: () => number): OrganizationQueues {
  /** In the order of their last calls. */
  const queues = new Map<string, OrganizationQueue>()
  const busy = new Set<OrganizationQueue>()

  /** Removes inactive organizations. One that still has work is checked again later. */
  function forgetOld(): void {
    const now = elapsed()
    for (const [organization, queue] of queues) {
      if (now - queue.askedAt < RECENT_MS) return
      queues.delete(organization)
      if (!busy.has(queue)) continue
      queue.askedAt = now
      queues.set(organization, queue)
    }
  }

  return {
    of(organization) {
      const queue = queues.get(organization) ?? { running: 0, waiting: new Set(), usedMs: 0, askedAt: 0 }
      queue.askedAt = elapsed()
      queues.delete(organization)
      queues.set(organization, queue)
      if (!busy.has(queue)) {
        queue.usedMs = Math.max(queue.usedMs, leastUsed(busy))
        busy.add(queue)
      }
      return queue
    },
    settle(queue) {
      if (queue.running === 0 && queue.waiting.size === 0) busy.delete(queue)
    },
    busy: () => busy,
    isAlone() {
      forgetOld()
      return queues.size <= 1
    },
  }
}

/** The least used time of several queues, or 0 if there are none. */
function leastUsed(queues: Iterable<OrganizationQueue>): number {
  let least: number | null = null
  for (const { usedMs } of queues) least = Math.min(least ?? usedMs, usedMs)
  return least ?? 0
}
