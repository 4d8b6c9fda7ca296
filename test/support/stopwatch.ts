const TICK_MS = 10
let ticks = 0
setInterval(() => {
  ticks += 1
}, TICK_MS).unref()

/**
 * Measures milliseconds since the call, without the time in which the machine did not run this process. Use it to check
 * a maximum duration on a shared machine, never a minimum.
 */
export function stopwatch(): () => number {
  const begun = ticks
  return () => (ticks - begun) * TICK_MS
}
