import type { AuditTrail } from '../../audit/audit-trail.ts'
import type { Graph } from '../../cypher/connect.ts'
import { findCredential, touchCredentials } from '../../cypher/system/credentials.ts'
import { type AuthenticationThrottle, createAuthenticationThrottle } from '../auth/authentication-throttle.ts'
import { type Credentials, createCredentials } from '../auth/credentials.ts'
import { createLastUsed, type LastUsed } from '../auth/last-used.ts'
import type { Config } from '../config/config.ts'
import { type Cursors, createCursors } from '../core/cursor.ts'
import type { Operation } from '../core/operation.ts'
import { createProjectionReader, type ProjectionReader } from '../core/projection-reader.ts'
import type { Exports } from '../exports/exports.ts'
import type { FairScheduler } from '../limits/fair-scheduler.ts'
import { createRateLimit, type MinuteCounter, type RateLimit } from '../limits/rate-limit.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createUnreadableReport, type ReportUnreadable } from '../observability/report-unreadable.ts'
import { createSend, type Send } from './send.ts'

/** The configuration of the process and its connections. */
export interface Dependencies {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly graph: Graph
  readonly trail: AuditTrail
  readonly counter: MinuteCounter
  readonly scheduler: FairScheduler
  readonly exports: Exports
  readonly operations: readonly Operation[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The longest time that an operation may take. */
  readonly respondWithinMs: number
}

/** The dependencies, and the services that handle requests. */
export interface Services extends Dependencies {
  readonly throttle: AuthenticationThrottle
  readonly credentials: Credentials
  readonly rateLimit: RateLimit
  readonly lastUsed: LastUsed
  readonly cursors: Cursors
  readonly projections: ProjectionReader
  readonly send: Send
  readonly reportUnreadable: ReportUnreadable
  readonly lifecycle: Lifecycle
}

export interface Lifecycle {
  /** True from the signal to stop until the process ends. */
  isDraining: boolean
}

/** Builds the services that handle requests. Only `lastUsed` has state that must be closed. */
export function createServices(dependencies: Dependencies): Services {
  const { config, log, metrics, graph, trail, counter, now } = dependencies
  const lifecycle = { isDraining: false }
  const throttle = createAuthenticationThrottle(now)
  const { region, otherRegions } = config
  return {
    ...dependencies,
    throttle,
    lifecycle,
    credentials: createCredentials({
      find: async (id) => (await graph.read(findCredential, null, { id }))[0] ?? null,
      region,
      otherRegions,
      throttle,
      now,
    }),
    rateLimit: createRateLimit(counter, now),
    lastUsed: createLastUsed({
      write: (uses) => graph.write((run) => run(touchCredentials, null, { uses })),
      log,
      now,
    }),
    cursors: createCursors(config.cursorKeys),
    projections: createProjectionReader(graph, config.environment.PROJECTOR_GROUP),
    reportUnreadable: createUnreadableReport(log, metrics),
    send: createSend({ config, throttle, trail, metrics, now, isDraining: () => lifecycle.isDraining }),
  }
}
