import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../cypher/connect.ts'
import { listOffsets } from '../../cypher/system/offsets.ts'
import type { ConfirmedEvents } from './confirmed-events.ts'
import { everySoOften } from './send-events.ts'

interface AwaitOptions {
  /** The projectors' consumer group. */
  groupId: string
  onProgress?(line: string): void
  signal?: AbortSignal
  /** How long the projectors may make no progress; default 5 minutes. */
  stalledMs?: number
}

const POLL_MS = 250
const STALLED_MS = 300_000

/**
 * Waits until the projectors have processed all confirmed events: applied or rejected them.
 * @throws Error with the number of processed events, after an interruption or when the projectors make no progress
 */
export async function awaitProcessed(
  graph: Graph,
  confirmed: ConfirmedEvents,
  { groupId, onProgress, signal, stalledMs = STALLED_MS }: AwaitOptions,
): Promise<void> {
  const say = everySoOften(onProgress)
  let [seen, movedAt] = ['', performance.now()]
  for (;;) {
    const offsets = await graph.readFromLeader(listOffsets, null, { groupId })
    const left = confirmed.countLeft(offsets)
    if (left === 0) return
    const done = `${confirmed.count - left} of ${confirmed.count} events are processed`
    if (signal?.aborted) throw new Error(`Interrupted. All events were fed, and ${done} so far`)
    const now = offsets.map(({ next }) => next).join()
    if (now !== seen) [seen, movedAt] = [now, performance.now()]
    if (performance.now() - movedAt > stalledMs) throw new Error(stalled(done, stalledMs))
    say(() => `${done}.`)
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

function stalled(done: string, stalledMs: number): string {
  return (
    `All events were fed, and ${done}, but the projectors made no progress for ${Math.round(stalledMs / 1000)} s. ` +
    'Check that a projector is running, and that PROJECTOR_GROUP is correct'
  )
}
