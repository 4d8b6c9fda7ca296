import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Listens and returns the port.
 * @param variable the setting with the port; the setting with the address has the same name with HOST in place of PORT
 * @throws Error describing what to do if the port is in use
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  variable: 'PORT' | 'ADMIN_PORT',
): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} of ${host} is taken: set ${variable} to a free one`)
    throw new Error(
      `Cannot listen on port ${port} of ${host} (${code}): check ${variable.replace('PORT', 'HOST')} and ${variable}`,
    )
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
