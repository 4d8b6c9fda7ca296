import type { Scope } from './session/session-context.tsx'

interface PageEntry {
  path: '/' | '/changes' | '/yields' | '/graph' | '/materials' | '/freshness' | '/exports' | '/ingest'
  name: string
  /** Without it the page has nothing to show; null where parts of the page have scopes of their own. */
  scope: Scope | null
}

/** The pages of the menu, in its order. */
export const pages: readonly PageEntry[] = [
  { path: '/', name: 'Overview', scope: null },
  { path: '/changes', name: 'BOM changes', scope: 'bom:read' },
  { path: '/yields', name: 'Yields', scope: 'bom:read' },
  { path: '/graph', name: 'Graph', scope: 'graph:read' },
  { path: '/materials', name: 'Materials', scope: 'materials:read' },
  { path: '/freshness', name: 'Freshness', scope: 'materials:read' },
  { path: '/exports', name: 'Exports', scope: 'exports:create' },
  { path: '/ingest', name: 'Ingest', scope: 'ingest:read' },
]
