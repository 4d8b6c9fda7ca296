const LOOK_EVERY_MS = 500

/**
 * Calls `leave` once, at Ctrl-C, TERM or HUP, or when npm is gone. A second signal is not "force": the terminal and npm
 * both send one for the same Ctrl-C. npm killed with -9 sends nothing, so that its end shows only by a new parent.
 */
export function onLeave(leave: () => void): void {
  let leaving = false
  const once = () => {
    if (leaving) return
    leaving = true
    leave()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once)
  // After the terminal is closed, every write fails. That must not interrupt the shutdown.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && once(), LOOK_EVERY_MS).unref()
}
