import { setTimeout as delay } from 'node:timers/promises'
import { lastLines, type Restartable } from './restartable.ts'

const READY_WITHIN_MS = 180_000
const ASK_EVERY_MS = 150

/**
 * Waits until a process responds at a URL with a status of success.
 * @throws Error with the last lines of its log if it exits before, or takes longer than three minutes
 */
export async function untilReady(child: Restartable, url: string): Promise<void> {
  const asking = new AbortController()
  const failure = await Promise.race([askUntilReady(url, asking.signal), child.ended()])
  asking.abort()
  if (failure === null) return
  throw new Error(
    `${child.name} did not become ready (${failure}). The end of ${child.logFile}:\n${lastLines(child.logFile)}`,
  )
}

async function askUntilReady(url: string, signal: AbortSignal): Promise<string | null> {
  const deadline = Date.now() + READY_WITHIN_MS
  let last = 'no response'
  while (Date.now() < deadline && !signal.aborted) {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    if (response?.ok) return null
    last = response ? await response.text() : 'no response'
    await delay(ASK_EVERY_MS)
  }
  return `not ready within ${READY_WITHIN_MS / 1000} s: ${last}`
}
