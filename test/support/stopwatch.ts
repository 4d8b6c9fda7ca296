const TICK_MS = 10
let ticks = 0
setInterval(() => {
  ticks += 1
}, TICK_MS).unref()

/**
 * How many ms went by since the call, as this process lived them: while the machine gives it no turn, nothing is counted.
 * For "no longer than", which must hold on a machine that others use too; never for "at least".
 */
export function stopwatch(): () => number {
  const begun = ticks
  return () => (ticks - begun) * TICK_MS
}
