import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 200
const SAY_EVERY_MS = 5000
/** The time without progress after which waiting fails. A busy machine can pause for minutes. */
const STALLED_AFTER_MS = 600_000

/**
 * Waits until the projector has nothing left to do, and says every 5 s how much it has.
 * @throws Error when that does not change for ten minutes
 */
export async function untilNoneLeft(
  countLeft: () => Promise<number>,
  say: (left: number) => string,
  onProgress: (line: string) => void,
): Promise<void> {
  let moved = { left: Number.POSITIVE_INFINITY, at: Date.now() }
  let reportedAt = Date.now()
  for (;;) {
    const left = await countLeft()
    if (left === 0) return
    if (left !== moved.left) moved = { left, at: Date.now() }
    if (Date.now() - moved.at > STALLED_AFTER_MS)
      throw new Error(`${say(left)} That has not changed for ${STALLED_AFTER_MS / 60_000} minutes; its log tells why.`)
    if (Date.now() - reportedAt > SAY_EVERY_MS) {
      onProgress(say(left))
      reportedAt = Date.now()
    }
    await delay(POLL_MS)
  }
}
