import { GraphError } from '../../cypher/errors.ts'
import type { Environment } from '../../schemas/environment.ts'
import { ApiError } from '../core/errors.ts'
import type { SlotEvents } from '../observability/metrics.ts'
import { createOrganizationQueues, type OrganizationQueue } from './organization-queues.ts'

/** Limits how many operations run at the same time, and shares the slots fairly among organizations. */
export interface FairScheduler {
  /**
   * Runs work for an organization when it gets a slot, which it keeps until the work has ended. The work of one
   * organization starts in the order of the calls.
   * @param signal removes the work from the queue when it is aborted
   * @throws ApiError overloaded if too much work of the organization is waiting, or if it waited too long; GraphError
   * timeout if `signal` was aborted first; errors of the work
   */
  run<T>(organization: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Waits until no slot is taken, but at most `mostMs` milliseconds. For work without a caller, such as exports. */
  whenIdle(mostMs: number): Promise<void>
}

interface Settings {
  /** Number of slots. */
  atOnce: number
  /** The longest time that work waits for a slot. */
  waitMs: number
  events: SlotEvents
  /** Returns milliseconds of a monotonic clock. */
  elapsed?: () => number
}

/** The most work of one organization that may wait, because each waiting request keeps a connection and memory. */
const MOST_WAITING = 100

/** A scheduler for a process, with the number of slots from its settings. */
export function openFairScheduler(
  { REQUESTS_AT_ONCE: atOnce }: Pick<Environment, 'REQUESTS_AT_ONCE'>,
  respondWithinMs: number,
  events: SlotEvents,
): FairScheduler {
  // As long as the wait for a connection of the graph. The other half of the time is for the work itself.
  return createFairScheduler({ atOnce, waitMs: respondWithinMs / 2, events })
}

/**
 * An organization with nothing running may take any free slot. An organization with something running leaves a quarter
 * of the slots free, so that others can start without waiting. It also uses at most a quarter of the slots while
 * another organization has sent requests in the last seconds. A free slot goes to the organization with the fewest
 * running operations, and then to the one that has used the least time. The cost of an operation is only known when it
 * has ended.
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

  /** Starts waiting work until no more of it may start. */
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

  /** Waits in the queue until a slot is taken for the caller. */
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
        // Other organizations may have become inactive in the meantime, which raises the number of slots that this one
        // may take.
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
