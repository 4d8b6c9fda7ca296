import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Router } from 'express'
import { createApp } from '../../../api/app.ts'
import { readConfig } from '../../../api/config/config.ts'
import type { Operation } from '../../../api/core/operation.ts'
import { Exports } from '../../../api/exports/exports.ts'
import { openStorage } from '../../../api/exports/storage/open-storage.ts'
import type { ExportStorage } from '../../../api/exports/storage/storage.ts'
import { createAdminServer } from '../../../api/http/server/admin-server.ts'
import { listen } from '../../../api/http/server/listen.ts'
import { createApiServer } from '../../../api/http/server/server.ts'
import { createServices, type Services } from '../../../api/http/services.ts'
import { openFairScheduler } from '../../../api/limits/fair-scheduler.ts'
import { createMemoryCounter, type MinuteCounter } from '../../../api/limits/rate-limit.ts'
import type { Tool } from '../../../api/mcp/tools/tool.ts'
import { createLog } from '../../../api/observability/log.ts'
import { createMetrics } from '../../../api/observability/metrics.ts'
import { createUnreadableReport } from '../../../api/observability/report-unreadable.ts'
import type { Delivery } from '../../../audit/audit-line.ts'
import { AuditTrail } from '../../../audit/audit-trail.ts'
import { connectGraph } from '../../../cypher/connect.ts'
import { AuditRecord } from '../../../schemas/audit.ts'
import { ownView } from '../graph/own-view.ts'
import { PATIENCE_MS, patient } from '../graph/patience.ts'
import { until } from '../until.ts'

interface Options {
  operations: readonly Operation[]
  tools?: readonly Tool[]
  /** Settings in addition to NEO4J_URI, which comes from the environment. */
  variables?: Record<string, string>
  counter?: MinuteCounter
  now?: () => number
  publicRouters?: readonly Router[]
  /** False while audit records cannot be delivered. */
  takesAudit?: boolean
  /** Where files of exports are stored; default a temporary folder. */
  storage?: ExportStorage
  /** True for the time limits of the product, 5 s per response; default are longer ones, for slow machines. */
  isPunctual?: boolean
}

/** The API in this process, on a free port, with its log lines and delivered audit records. */
export interface TestApi {
  url: string
  adminUrl: string
  port: number
  services: Services
  logLines: Record<string, unknown>[]
  /** Waits until all audit records are delivered, and returns them. */
  audited(): Promise<AuditRecord[]>
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Response>
  close(): Promise<void>
}

/** Starts the API. Its audit records go through the real spool, and are delivered to memory. */
export async function startApi({
  operations,
  tools = [],
  variables = {},
  publicRouters = [],
  ...options
}: Options): Promise<TestApi> {
  const { counter = createMemoryCounter(), now = Date.now, takesAudit = true, storage, isPunctual = false } = options
  const spool = mkdtempSync(join(tmpdir(), 'tda-api-'))
  const { NEO4J_URI = '', NEO4J_USER = '', NEO4J_PASSWORD = '' } = process.env
  const settings = {
    NEO4J_URI,
    NEO4J_USER,
    NEO4J_PASSWORD,
    AUDIT_SPOOL: spool,
    EXPORTS_FOLDER: join(spool, 'exports'),
    AUDIT_FLUSH_MS: '1',
    BASE_URL: 'http://api.test',
    ...variables,
  }
  const config = readConfig({ CURSOR_KEYS: Buffer.alloc(32, 7).toString('base64'), ...settings })
  const logLines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => logLines.push(JSON.parse(line)) })
  const metrics = createMetrics({ isByOrganization: config.environment.ORGANIZATION_METRICS })
  const onUnreadable = createUnreadableReport(log, metrics)
  const graph = connectGraph(config.environment, { ...(isPunctual ? {} : patient), onUnreadable, ...metrics.graph })
  const delivered: AuditRecord[] = []
  const deliver = async (records: readonly Delivery[]) => {
    if (!takesAudit) throw new Error('not reachable')
    for (const { value } of records) delivered.push(AuditRecord.parse(JSON.parse(value)))
  }
  const trail = new AuditTrail(
    { environment: config.environment, log, registry: metrics.registry, now: () => new Date(now()) },
    { deliver },
  )
  const respondWithinMs = isPunctual ? config.environment.RESPOND_WITHIN_MS : PATIENCE_MS
  const scheduler = openFairScheduler(config.environment, respondWithinMs, metrics.slots)
  const exports = new Exports({
    environment: config.environment,
    scheduler,
    graph: ownView(graph),
    log,
    metrics,
    now,
    storage: storage ?? openStorage(config.environment),
  })
  const services = createServices({
    config,
    scheduler,
    exports,
    log,
    metrics,
    graph,
    trail,
    counter,
    operations,
    now,
    respondWithinMs,
  })
  const server = createApiServer(createApp(services, { tools, publicRouters }), services)
  const admin = createAdminServer(services)
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const adminPort = await listen(admin, '127.0.0.1', 0, 'ADMIN_PORT')
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    port,
    services,
    logLines,
    async audited() {
      await until('the audit trail is delivered', () => trail.undeliveredBytes() === 0)
      return delivered
    },
    get(path, token, headers = {}) {
      return fetch(url + path, { headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers } })
    },
    async close() {
      for (const each of [server, admin]) {
        each.close()
        each.closeAllConnections()
      }
      await Promise.all([services.lastUsed.close(), trail.close(), exports.close()])
      await graph.close()
      rmSync(spool, { recursive: true, force: true })
    },
  }
}
