import type { Operations, Scope } from '@tenant-data/client'
import type { Call } from '../../parts/call-text.ts'
import { type ReadOperationId, useRead } from '../../parts/use-read.ts'
import { useHasScope } from '../../session/session-context.tsx'

/** A request of the overview, and the scope that it needs. */
interface Read<Id extends ReadOperationId> {
  scope: Scope
  operationId: Id
  input: Operations[Id]['input']
}

function read<Id extends ReadOperationId>(scope: Scope, operationId: Id, input: Operations[Id]['input']): Read<Id> {
  return { scope, operationId, input }
}

/** The requests of the overview, sent in parallel: at most seven, including the one for the token, and one for critical exceptions if there are any. */
export const reads = {
  snapshots: read('bom:read', 'listBomSnapshots', { limit: 2 }),
  changes: read('bom:read', 'summarizeBomYieldChanges', { top: 5 }),
  freshness: read('materials:read', 'getServiceDataFreshness', { limit: 1000 }),
  exceptions: read('materials:read', 'summarizeMaterialPositionExceptions', { status: 'open' }),
  rejections: read('ingest:read', 'listIngestRejections', { limit: 100 }),
  exports: read('exports:create', 'listExports', { limit: 5 }),
}

/** The requests that the scopes of the token allow. */
export function overviewCalls(scopes: readonly Scope[]): Call[] {
  return Object.values(reads).flatMap(({ scope, ...call }) => (scopes.includes(scope) ? [call as Call] : []))
}

/** One of the requests. It is sent once, even if several cards show its response. */
export function useOverview<Id extends ReadOperationId>({ scope, operationId, input }: Read<Id>) {
  return useRead(operationId, input, { enabled: useHasScope(scope) })
}
