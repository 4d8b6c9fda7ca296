import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Listens, and says where.
 * @param variable the setting that names the port; that of the address is named like it
 * @throws Error saying what to do when the port is taken
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
