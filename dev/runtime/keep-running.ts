import { setTimeout as delay } from 'node:timers/promises'
import type { Restartable } from './restartable.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const STEADY_AFTER_MS = 60_000

/**
 * Restarts a process whenever it exits, and reports it. The pause doubles from 0.5 s to 30 s while it keeps exiting.
 * @returns a function that ends the supervision, after which an exit is intended
 */
export function keepRunning(child: Restartable, onProgress: (line: string) => void): () => void {
  let released = false
  const watch = async () => {
    let waitMs = FIRST_WAIT_MS
    for (let begun = Date.now(); !released; begun = Date.now()) {
      const how = await child.ended()
      if (released) return
      if (Date.now() - begun > STEADY_AFTER_MS) waitMs = FIRST_WAIT_MS
      onProgress(`${child.name} ended (${how}); it starts again in ${waitMs / 1000} s. Its log: ${child.logFile}`)
      await delay(waitMs)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      if (!released) await child.start().catch((error: Error) => onProgress(error.message))
    }
  }
  void watch()
  return () => {
    released = true
  }
}
