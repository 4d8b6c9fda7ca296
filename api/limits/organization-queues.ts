/** What one organization has under way. */
export interface OrganizationQueue {
  running: number
  /** Each begins what waits; in the order of asking. */
  readonly waiting: Set<() => void>
  /** How long its slots were taken, in ms; compared with that of others. */
  usedMs: number
  /** When it asked last. */
  askedAt: number
}

export interface OrganizationQueues {
  /** The queue of an organization that asks now. */
  of(organization: string): OrganizationQueue
  /** To be called when something of a queue has ended or left it. */
  settle(queue: OrganizationQueue): void
  /** Those that have something running or waiting. */
  busy(): Iterable<OrganizationQueue>
  /** Whether no two organizations have asked lately. */
  isAlone(): boolean
}

/** For so long after it has asked an organization counts as one that may ask again. */
const RECENT_MS = 10_000

/**
 * The queues of the organizations that have asked lately. Whoever begins to ask counts as having used as much as the one that
 * used the least of those that are busy, so that a pause is no credit.
 */
export function createOrganizationQueues(elapsed: () => number): OrganizationQueues {
  /** In the order in which they asked last. */
  const queues = new Map<string, OrganizationQueue>()
  const busy = new Set<OrganizationQueue>()

  /** One that is still busy is looked at again later. */
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

/** 0 of none. */
function leastUsed(queues: Iterable<OrganizationQueue>): number {
  let least: number | null = null
  for (const { usedMs } of queues) least = Math.min(least ?? usedMs, usedMs)
  return least ?? 0
}
