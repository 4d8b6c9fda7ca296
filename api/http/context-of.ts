import { createExport } from '../../cypher/exports/exports.ts'
import { leftOutOf } from '../../cypher/readable-rows.ts'
import { getOffset, getProjectorLag, listTopics } from '../../cypher/system/offsets.ts'
import { isPurged } from '../../cypher/system/purge.ts'
import type { Context } from '../core/context.ts'
import { ApiError } from '../core/errors.ts'
import { createUnreadable } from '../core/unreadable.ts'
import { kinds } from '../exports/recipes/index.ts'
import type { Exchange } from './exchange.ts'
import { refusedToken } from './problem.ts'
import type { Services } from './services.ts'

/**
 * The context of a request. The organization is bound here, and comes only from the verified credential.
 * @param signal aborts the queries of a request that has its response, or whose caller has disconnected
 */
export function contextOf(
  { caller, requestId, correlationId }: Exchange,
  { graph, projections, cursors, config, exports, scheduler, reportUnreadable, now, respondWithinMs }: Services,
  signal?: AbortSignal,
): Context {
  if (!caller) throw new Error('An operation needs a verified caller before it')
  const { credential, organizationName, organizationQuota, scopes } = caller
  const { organization } = credential
  const unreadable = createUnreadable((row) => reportUnreadable({ ...row, organization, requestId }))
  const reader = projections.of(organization, signal)
  const { PROJECTOR_GROUP: groupId } = config.environment
  return {
    organization,
    credential,
    organizationName,
    organizationQuota,
    scopes,
    requestId,
    correlationId,
    snapshotRetentionDays: config.environment.SNAPSHOT_RETENTION_DAYS,
    unreadable,
    async read(query, params) {
      const rows = await reader.read(query, params)
      unreadable.note(leftOutOf(rows))
      return rows
    },
    async readProjectorLag() {
      const [found] = await graph.read(getProjectorLag, null, { groupId }, signal)
      return found ?? null
    },
    async readEventTopics() {
      const found = await graph.read(listTopics, null, { groupId }, signal)
      return found.map(({ topic }) => topic)
    },
    async readOffset(topic, partition) {
      const [found] = await graph.read(getOffset, null, { groupId, topic, partition }, signal)
      return found ?? null
    },
    sealCursor: (operationId, filters, position) => cursors.seal({ organization, operationId, filters }, position),
    openCursor: (operationId, filters, cursor) => cursors.open({ organization, operationId, filters }, cursor),
    exports: {
      resolve: (kind, parameters, reader) => kinds[kind].resolve(parameters, reader),
      requiresDomainScopes: config.environment.EXPORTS_REQUIRE_DOMAIN_SCOPES,
      async create(params) {
        const created = await graph.write(async (run) => {
          // A credential is trusted for some seconds, also when its organization was purged since.
          if (await isPurged(run, organization)) throw new ApiError('invalid_token', { headers: refusedToken })
          return run(createExport, organization, params)
        })
        exports.signal()
        return created
      },
      open: (name, range) => exports.storage.open({ organization, ...name }, range),
    },
    schedule: (work) => scheduler.run(organization, work, signal),
    now: () => new Date(now()),
    respondWithinMs,
  }
}
