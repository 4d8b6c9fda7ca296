import { createServer } from 'node:net'

/**
 * The first of the preferred ports that is free on loopback, else any free one; a port in `taken` is one that this
 * process has promised to something else. Port 0 means any.
 */
export async function choosePort(preferred: number[], taken: Set<number>): Promise<number> {
  for (const port of [...preferred, 0]) {
    const free = taken.has(port) ? null : await tryPort(port)
    if (free === null || taken.has(free)) continue
    taken.add(free)
    return free
  }
  return choosePort([], taken)
}

/** Whether a port of loopback can be bound. */
export const isFree = async (port: number): Promise<boolean> => (await tryPort(port)) !== null

/** The port if it can be bound, or null. Only binding detects every listener. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}
