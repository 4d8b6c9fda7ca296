import type { Router } from 'express'
import type { Graph } from '../cypher/connect.ts'
import { findCredential, touchCredentials } from '../cypher/system.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { Config } from './config.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { type Cursors, createCursors } from './cursor.ts'
import type { Exports } from './exports/open-exports.ts'
import { createGuessing, type Guessing } from './guessing.ts'
import { createLastUsed, type LastUsed } from './last-used.ts'
import type { Log } from './log.ts'
import type { Tool } from './mcp/tool.ts'
import type { Metrics } from './metrics.ts'
import type { Operation } from './operation.ts'
import { createRateLimit, type MinuteCounter, type RateLimit } from './rate-limit.ts'
import { createSend, type Send } from './send.ts'

/** What the process is connected to and configured with. */
export interface Foundation {
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly graph: Graph
  readonly trail: AuditTrail
  readonly counter: MinuteCounter
  readonly exports: Exports
  readonly operations: readonly Operation[]
  /** What MCP offers of them. */
  readonly tools: readonly Tool[]
  /** What is served without a credential, in this order. */
  readonly publicRouters: readonly Router[]
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Everything that serves requests. */
export interface Services extends Foundation {
  readonly guessing: Guessing
  readonly credentials: Credentials
  readonly rateLimit: RateLimit
  readonly lastUsed: LastUsed
  readonly cursors: Cursors
  readonly send: Send
  readonly lifecycle: Lifecycle
}

export interface Lifecycle {
  /** True from the signal to stop until the end. */
  isDraining: boolean
}

/** Builds what serves requests; nothing of it outlives a request but `lastUsed`, which has to be closed. */
export function createServices(foundation: Foundation): Services {
  const { config, log, graph, trail, counter, now } = foundation
  const lifecycle = { isDraining: false }
  const guessing = createGuessing(now)
  const { region, otherRegions } = config
  return {
    ...foundation,
    guessing,
    lifecycle,
    credentials: createCredentials({
      find: async (id) => (await graph.read(findCredential, null, { id }))[0] ?? null,
      region,
      otherRegions,
      guessing,
      now,
    }),
    rateLimit: createRateLimit(counter, now),
    lastUsed: createLastUsed({
      write: (uses) => graph.write((run) => run(touchCredentials, null, { uses })),
      log,
      now,
    }),
    cursors: createCursors(config.cursorKeys),
    send: createSend({ config, guessing, trail, now, isDraining: () => lifecycle.isDraining }),
  }
}
