import type { Context } from './context.ts'
import type { Exchange } from './exchange.ts'
import type { Services } from './services.ts'

/**
 * The context of a request. The caller's organization is bound here, from the credential and nothing else.
 * @param signal ends the queries of a caller who has gone
 */
export function contextOf(
  { caller, requestId, correlationId }: Exchange,
  { graph, cursors, config, now }: Services,
  signal?: AbortSignal,
): Context {
  if (!caller) throw new Error('An operation needs a verified caller before it')
  const { credential, scopes } = caller
  const { organization } = credential
  return {
    credential,
    scopes,
    requestId,
    correlationId,
    snapshotRetentionDays: config.environment.SNAPSHOT_RETENTION_DAYS,
    projectorGroup: config.environment.PROJECTOR_GROUP,
    read: (query, params) => graph.read(query, organization, params, signal),
    sealCursor: (operationId, filters, position) => cursors.seal({ organization, operationId, filters }, position),
    openCursor: (operationId, filters, cursor) => cursors.open({ organization, operationId, filters }, cursor),
    now: () => new Date(now()),
  }
}
