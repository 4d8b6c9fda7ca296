import type { Terminal } from './terminal.ts'

const planned = new WeakSet<AbortSignal>()

/**
 * Returns the signal of an interruption for a command that runs until it is interrupted. Then the exit code is that of
 * its result, not that of an interruption.
 */
export function plannedEnd(terminal: Terminal): AbortSignal {
  const signal = terminal.interruption()
  planned.add(signal)
  return signal
}

/** Whether the command was interrupted before it was done. */
export function wasCutShort(terminal: Terminal): boolean {
  const signal = terminal.interruption()
  return signal.aborted && !planned.has(signal)
}
