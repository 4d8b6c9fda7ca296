import { z } from 'zod'

/** What a credential may do; `mcp:read` is only given to credentials of kind `mcp`. */
export const Scope = z.enum(['graph:read', 'bom:read', 'materials:read', 'exports:create', 'ingest:read', 'mcp:read'])
export type Scope = z.infer<typeof Scope>
