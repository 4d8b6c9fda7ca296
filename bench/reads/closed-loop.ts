/** The measurements of one window. */
export interface Window {
  seconds: number
  /** Milliseconds from each request to its response. */
  latencies: number[]
}

export interface Load {
  connections: number
  milliseconds: number
}

/**
 * Calls with `connections` callers, each of which waits for a response before its next call.
 * @throws errors of a call
 */
export async function closedLoop(
  call: (turn: number) => Promise<unknown>,
  { connections, milliseconds }: Load,
): Promise<Window> {
  const latencies: number[] = []
  const begun = performance.now()
  let turn = 0
  const caller = async () => {
    while (performance.now() - begun < milliseconds) {
      const asked = performance.now()
      await call(turn++)
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return { seconds: (performance.now() - begun) / 1000, latencies }
}
