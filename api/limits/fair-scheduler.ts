import { GraphError } from '../../cypher/errors.ts'
import type { Environment } from '../../schemas/environment.ts'
import { ApiError } from '../core/errors.ts'
import type { SlotEvents } from '../observability/metrics.ts'
import { createOrganizationQueues, type OrganizationQueue } from './organization-queues.ts'

/** Shares among organizations what the graph and this process can do at once. */
export interface FairScheduler {
  /**
   * Runs work for an organization when it has a slot, which it keeps until the work has ended. The work of one organization
   * begins in the order of asking.
   * @param signal takes the work out of the queue
   * @throws ApiError overloaded when the organization has too much waiting, or has waited too long; GraphError timeout when
   * `signal` was aborted first; what the work throws
   */
  run<T>(organization: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Waits until no slot is taken, for work that nobody waits for; at most so long, so that it goes on. */
  whenIdle(mostMs: number): Promise<void>
}

interface Settings {
  /** Slots in all. */
  atOnce: number
  /** The longest that anything waits. */
  waitMs: number
  events: SlotEvents
  /** Milliseconds of a clock that nobody sets. */
  elapsed?: () => number
}

/** Of one organization: what waits holds a connection and memory. */
const MOST_WAITING = 100

/** A scheduler for a process, as it is configured. */
export function openFairScheduler(
  { REQUESTS_AT_ONCE: atOnce }: Pick<Environment, 'REQUESTS_AT_ONCE'>,
  respondWithinMs: number,
  events: SlotEvents,
): FairScheduler {
  // As for a connection of the graph; the rest is for the work itself.
  return createFairScheduler({ atOnce, waitMs: respondWithinMs / 2, events })
}

/**
 * An organization that has nothing running may take any free slot. One that has something running leaves a quarter of the slots
 * free, so that others need not wait for it to end, and takes no more than a quarter while another organization has asked in
 * the last seconds. A free slot goes to the organization with the fewest running, and of these to the one that has used the
 * least time: what a request costs is known when it has ended.
 */
export function createFairScheduler({
  atOnce,
  waitMs,
  events,
  elapsed = () => performance.now(),
}: Settings): FairScheduler {
  const quarter = Math.max(1, Math.floor(atOnce / 4))
  const queues = createOrganizationQueues(elapsed)
  const idle = new Set<() => void>()
  let [running, waiting] = [0, 0]

  function mayBegin(queue: OrganizationQueue): boolean {
    const free = atOnce - running
    if (queue.running === 0) return free > 0
    return free > quarter && (queue.running < quarter || queues.isAlone())
  }

  function begin(queue: OrganizationQueue): void {
    queue.running += 1
    running += 1
    events.onRunning(running)
  }

  function end(queue: OrganizationQueue, usedMs: number): void {
    queue.running -= 1
    queue.usedMs += usedMs
    running -= 1
    events.onRunning(running)
    queues.settle(queue)
    beginNext()
    if (running === 0) for (const goOn of idle) goOn()
  }

  /** When this returns, nothing waits that may begin. */
  function beginNext(): void {
    for (let next = nextQueue(); next; next = nextQueue()) {
      const [call] = next.waiting
      begin(next)
      call?.()
    }
  }

  function nextQueue(): OrganizationQueue | null {
    let next: OrganizationQueue | null = null
    for (const queue of queues.busy()) {
      if (queue.waiting.size > 0 && mayBegin(queue) && (!next || isBefore(queue, next))) next = queue
    }
    return next
  }

  function refusal(): ApiError {
    events.onRefused()
    return new ApiError('overloaded', { detail: TOO_MUCH })
  }

  /** Stands in the queue until it is called, with the slot taken for it. */
  function wait(queue: OrganizationQueue, signal: AbortSignal | undefined): Promise<void> {
    if (queue.waiting.size >= MOST_WAITING) throw refusal()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      queue.waiting.delete(call)
      waiting -= 1
      events.onWaiting(waiting)
      queues.settle(queue)
    }
    const call = () => {
      leave()
      resolve()
    }
    const giveUp = () => {
      leave()
      reject(abandoned())
    }
    const timer = setTimeout(() => {
      leave()
      reject(refusal())
    }, waitMs)
    signal?.addEventListener('abort', giveUp)
    queue.waiting.add(call)
    waiting += 1
    events.onWaiting(waiting)
    return promise
  }

  return {
    async run(organization, work, signal) {
      if (signal?.aborted) throw abandoned()
      const asked = elapsed()
      const queue = queues.of(organization)
      if (queue.waiting.size === 0 && mayBegin(queue)) begin(queue)
      else {
        const called = wait(queue, signal)
        // The others may have asked so long ago that more of this organization may begin now.
        beginNext()
        await called
      }
      const begun = elapsed()
      events.onBegun((begun - asked) / 1000)
      try {
        return await work()
      } finally {
        end(queue, elapsed() - begun)
      }
    },
    async whenIdle(mostMs) {
      if (running === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, mostMs)
      idle.add(resolve)
      await promise
      idle.delete(resolve)
      clearTimeout(timer)
    },
  }
}

const TOO_MUCH = 'The organization of this token has too many requests in progress.'

function isBefore(a: OrganizationQueue, b: OrganizationQueue): boolean {
  return a.running === b.running ? a.usedMs < b.usedMs : a.running < b.running
}

function abandoned(): GraphError {
  return new GraphError('timeout', 'The caller went away before its request had a slot')
}
