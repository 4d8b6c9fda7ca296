import type { z } from 'zod'
import { enumOf } from './enum-of.ts'

/** The scopes of credentials. `mcp:read` is only granted to credentials of kind `mcp`. */
export const Scope = enumOf(
  {
    'graph:read': 'read entities and relationships',
    'bom:read': 'read BOM snapshots, yields, and changes',
    'materials:read': 'read cross-system data about materials and factories',
    'exports:create': 'create, read, and download exports',
    'ingest:read': 'read the status of ingested events',
    'mcp:read': 'use the MCP server; only for tokens of kind `mcp`',
  },
  { id: 'Scope', description: 'Permission of a credential.' },
)
export type Scope = z.infer<typeof Scope>
