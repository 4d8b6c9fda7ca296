import type { Operations, Scope } from '@tenant-data/client'
import { loadingText } from '../../format/times.ts'
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

/** The requests of the overview, sent in parallel: at most seven, including the one for the token. */
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

const DAY_MS = 24 * 3_600_000

/** Whether nothing needs attention, as far as the scopes of the token show. Null until all responses are loaded. */
export function useIsAllRight(): boolean | null {
  const seesIngest = useHasScope('ingest:read')
  const { data: freshness } = useOverview(reads.freshness)
  const { data: exceptions } = useOverview(reads.exceptions)
  const { data: rejections } = useOverview(reads.rejections)
  if (freshness === undefined || exceptions === undefined) return null
  if (seesIngest && rejections === undefined) return null
  const { lagSeconds } = freshness.meta.projector
  return (
    lagSeconds !== null &&
    loadingText(lagSeconds) === null &&
    freshness.data.every(({ status }) => status === 'fresh') &&
    exceptions.data.counts.exceptions === 0 &&
    (rejections?.data ?? []).every(({ at }) => Date.parse(at) < Date.now() - DAY_MS)
  )
}
