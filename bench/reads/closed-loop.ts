/** What was measured in one window. */
export interface Window {
  seconds: number
  /** Milliseconds from each question to its answer. */
  latencies: number[]
}

export interface Load {
  connections: number
  milliseconds: number
}

/** Calls as often as `connections` callers can, each waiting for its answer before it asks again. @throws what a call does */
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
