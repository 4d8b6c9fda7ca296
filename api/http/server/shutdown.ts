import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../services.ts'

/** How long running requests may take to finish: slightly more than the deadline of a request. */
const FINISH_MS = 5500
const LONGEST_MS = 9500

interface Running {
  server: Server
  admin: Server
  services: Pick<Services, 'lifecycle' | 'log'>
  closeServices(): Promise<void>
  /** Time between reporting not ready and refusing connections, in which load balancers notice, in milliseconds. */
  drainMs: number
}

/**
 * Shuts down in four steps. It reports not ready and waits for `drainMs`. Then it refuses new connections while running
 * requests finish. Then it closes the services, which write pending data. Last it closes the operator's port. After the
 * drain time, all steps together take at most 10 seconds.
 */
export async function close({ server, admin, services, closeServices, drainMs }: Running): Promise<void> {
  const { lifecycle, log } = services
  const giveUp = setTimeout(() => {
    log.error('shutdown incomplete, connections did not close in time')
    process.exit(1)
  }, drainMs + LONGEST_MS).unref()
  lifecycle.isDraining = true
  log.info('shutdown started, finishing requests')
  await wait(drainMs)
  await finishRequests(server)
  await closeServices()
  admin.close()
  admin.closeAllConnections()
  clearTimeout(giveUp)
  log.info('API stopped')
}

async function finishRequests(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const giveUp = setTimeout(() => server.closeAllConnections(), FINISH_MS)
  await closed
  clearTimeout(giveUp)
}

export interface Stop {
  /** Resolves when the process should stop. */
  requested: Promise<void>
  /** Requests the stop without a signal. */
  now(): void
}

/**
 * Requests a stop at the first SIGINT, SIGTERM, or SIGHUP. Further signals are ignored, so that a running shutdown can
 * finish.
 */
export function stopSignal(): Stop {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  return { requested: promise, now: resolve }
}
