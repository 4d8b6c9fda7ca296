import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../services.ts'

/** A little more than a request may take. */
const FINISH_MS = 5500
const LONGEST_MS = 9500

interface Running {
  server: Server
  admin: Server
  services: Pick<Services, 'lifecycle' | 'log'>
  closeServices(): Promise<void>
  /** Time between not ready and closed, for load balancers to notice. */
  drainMs: number
}

/**
 * Stops: not ready at once, then no new connections while running requests finish, each closing its connection, then
 * what is outstanding is written. The operator's port stays open until the end. Takes 10 s and the draining at most.
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
  /** Resolves when the process shall stop. */
  requested: Promise<void>
  /** Asks for it without a signal. */
  now(): void
}

/** Stops at the first SIGINT, SIGTERM or SIGHUP; repeats change nothing, so that a running shutdown is finished. */
export function stopSignal(): Stop {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  return { requested: promise, now: resolve }
}
