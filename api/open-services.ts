import { openAuditTrail } from '../audit/open-audit-trail.ts'
import { connectGraph } from '../cypher/connect.ts'
import type { Config } from './config/config.ts'
import { Exports } from './exports/exports.ts'
import { openStorage } from './exports/storage/open-storage.ts'
import { createServices, type Services } from './http/services.ts'
import { openFairScheduler } from './limits/fair-scheduler.ts'
import { createMemoryCounter, type MinuteCounter } from './limits/rate-limit.ts'
import { openRedisCounter } from './limits/redis-counter.ts'
import { createLog } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { createUnreadableReport } from './observability/report-unreadable.ts'
import { operations } from './operations/index.ts'

/**
 * The part of an operation's time that a read of the graph cannot use. The client waits 500 ms longer than the server
 * may take, to receive the server's timeout. The rest is for the response before the operation's own deadline.
 */
const BEYOND_READ_MS = 850

export interface OpenServices {
  services: Services
  /** Writes pending data and disconnects. Takes a few seconds at most. */
  close(): Promise<void>
}

/**
 * Connects to the graph, Kafka, and Redis. If one of them is unavailable, now or later, requests that do not need it
 * still work.
 * @throws Error naming the setting that is missing or invalid
 */
export function openServices(config: Config): OpenServices {
  const { environment } = config
  const log = createLog(environment.LOG_LEVEL)
  const metrics = createMetrics({ isByOrganization: environment.ORGANIZATION_METRICS })
  const respondWithinMs = environment.RESPOND_WITHIN_MS
  const onRefused = (reason: string, waitMs: number) => log.error({ reason, waitMs }, 'Neo4j refuses the login')
  const graph = connectGraph(environment, {
    readTimeoutMs: respondWithinMs - BEYOND_READ_MS,
    onRefused,
    onUnreadable: createUnreadableReport(log, metrics),
    ...metrics.graph,
  })
  const trail = openAuditTrail({ environment, clientId: 'tda-api', log, registry: metrics.registry })
  const counter = openCounter()
  const scheduler = openFairScheduler(environment, respondWithinMs, metrics.slots)
  const storage = openStorage(environment)
  const exports = new Exports({ environment, graph, storage, scheduler, log, metrics, now: Date.now })
  const services = createServices({
    config,
    log,
    metrics,
    graph,
    trail,
    counter,
    scheduler,
    exports,
    operations,
    now: Date.now,
    respondWithinMs,
  })

  function openCounter(): MinuteCounter & { close?(): void } {
    if (!environment.REDIS_URL) return createMemoryCounter()
    return openRedisCounter({ url: environment.REDIS_URL, log, metrics, now: Date.now })
  }

  return {
    services,
    async close() {
      counter.close?.()
      await Promise.all([services.lastUsed.close(), trail.close(), exports.close()])
      await graph.close()
    },
  }
}
