import { loadingText } from '../../format/times.ts'
import type { Call } from '../../parts/call-text.ts'
import { useRead } from '../../parts/use-read.ts'
import type { Scope } from '../../session/session-context.tsx'

/** What the overview asks for, side by side: seven requests at most, with that for the token. */
export const overviewCalls: readonly { scope: Scope; call: Call }[] = [
  { scope: 'bom:read', call: { operationId: 'listBomSnapshots', input: { limit: 2 } } },
  { scope: 'bom:read', call: { operationId: 'summarizeBomYieldChanges', input: { top: 5 } } },
  { scope: 'materials:read', call: { operationId: 'getServiceDataFreshness', input: { limit: 1000 } } },
  { scope: 'materials:read', call: { operationId: 'summarizeMaterialPositionExceptions', input: { status: 'open' } } },
  { scope: 'ingest:read', call: { operationId: 'listIngestRejections', input: { limit: 100 } } },
  { scope: 'exports:create', call: { operationId: 'listExports', input: { limit: 5 } } },
]

const DAY_MS = 24 * 3_600_000

/** The same question is asked once, wherever its answer is shown. */
export const useSnapshots = () => useRead('listBomSnapshots', { limit: 2 })
export const useChanges = () => useRead('summarizeBomYieldChanges', { top: 5 })
export const useFreshness = (enabled = true) => useRead('getServiceDataFreshness', { limit: 1000 }, { enabled })
export const useExceptions = (enabled = true) =>
  useRead('summarizeMaterialPositionExceptions', { status: 'open' }, { enabled })
export const useRejections = (enabled = true) => useRead('listIngestRejections', { limit: 100 }, { enabled })
export const useExports = () => useRead('listExports', { limit: 5 })

/** Whether nothing needs anybody's attention, as far as the token may see; null until all is known. */
export function useIsAllRight(scopes: readonly Scope[]): boolean | null {
  const [sees, seesIngest] = [scopes.includes('materials:read'), scopes.includes('ingest:read')]
  const freshness = useFreshness(sees)
  const exceptions = useExceptions(sees)
  const rejections = useRejections(seesIngest)
  if (!sees || freshness.data === undefined || exceptions.data === undefined) return null
  if (seesIngest && rejections.data === undefined) return null
  return (
    freshness.data.meta.projector.lagSeconds !== null &&
    loadingText(freshness.data.meta.projector.lagSeconds) === null &&
    freshness.data.data.every(({ status }) => status === 'fresh') &&
    exceptions.data.data.counts.exceptions === 0 &&
    (rejections.data?.data ?? []).every(({ at }) => Date.parse(at) < Date.now() - DAY_MS)
  )
}
