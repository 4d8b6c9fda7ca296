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
 * What an operation may need beside one read of the graph: the 500 ms for which the client waits longer than the server
 * may take, to hear that the read was ended there, and time to say so before the operation's own deadline.
 */
const BEYOND_READ_MS = 850

export interface OpenServices {
  services: Services
  /** Writes what is outstanding and hangs up, in a few seconds. */
  close(): Promise<void>
}

/**
 * Connects to the graph, Kafka and Redis. Any of them may be away, also now: requests then return what is available.
 * @throws Error naming the setting that is missing or wrong
 */
export function openServices(config: Config): OpenServices {
  const { environment } = config
  const log = createLog(environment.LOG_LEVEL)
  const metrics = createMetrics()
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
