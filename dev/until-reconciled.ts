import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../cypher/connect.ts'
import { countMarks } from '../cypher/system.ts'

const POLL_MS = 200
const STALLED_AFTER_MS = 60_000

/**
 * Waits until all that was fed has been reconciled, so that a newcomer sees every exception.
 * @throws Error when the number of marks stands still for a minute
 */
export async function untilReconciled(graph: Graph): Promise<void> {
  let moved = { marks: Number.POSITIVE_INFINITY, at: Date.now() }
  for (;;) {
    const [counted] = await graph.read(countMarks, null, {})
    const marks = counted?.marks ?? 0
    if (marks === 0) return
    if (marks !== moved.marks) moved = { marks, at: Date.now() }
    if (Date.now() - moved.at > STALLED_AFTER_MS) throw new Error(stalled(marks))
    await delay(POLL_MS)
  }
}

const stalled = (marks: number) =>
  `Nothing was reconciled for ${STALLED_AFTER_MS / 1000} s with ${marks} marks to go; the projector's log tells why.`
