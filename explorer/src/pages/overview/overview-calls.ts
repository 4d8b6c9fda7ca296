import type { Call } from '../../format/call-text.ts'
import type { Scope } from '../../session/use-token.ts'

/** What the overview asks for, side by side: seven requests at most, with that for the token. */
export const overviewCalls: readonly { scope: Scope; call: Call }[] = [
  { scope: 'bom:read', call: { operationId: 'listBomSnapshots', input: { limit: 2 } } },
  { scope: 'bom:read', call: { operationId: 'summarizeBomYieldChanges', input: { top: 5 } } },
  { scope: 'materials:read', call: { operationId: 'getServiceDataFreshness', input: { limit: 1000 } } },
  { scope: 'materials:read', call: { operationId: 'summarizeMaterialPositionExceptions', input: { status: 'open' } } },
  { scope: 'ingest:read', call: { operationId: 'listIngestRejections', input: { limit: 100 } } },
  { scope: 'exports:create', call: { operationId: 'listExports', input: { limit: 5 } } },
]
