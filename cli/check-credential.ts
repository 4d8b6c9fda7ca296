import type { Credential } from '../schemas/credentials.ts'
import { Scope } from '../schemas/scopes.ts'

const MCP_DAYS = 90
const DAY_MS = 86_400_000
const MAX_QUOTA = 1_000_000

type Checked = Pick<Credential, 'name' | 'kind' | 'quota'> & { scopes: readonly string[]; expiresAt: Date | null }

/**
 * The rules of credentials.
 * @throws Error that names the first rule that is broken, and what to change
 */
export function checkCredential({ name, scopes, expiresAt, kind, quota }: Checked, now: Date): void {
  if (name.length === 0 || name.length > 255) throw new Error('The name must have 1 to 255 characters')
  const unknown = scopes.find((scope) => !Scope.safeParse(scope).success)
  if (unknown !== undefined)
    throw new Error(`There is no scope "${unknown}". The scopes are ${Scope.options.join(', ')}`)
  if (scopes.length === 0) throw new Error(`Name at least one scope: ${Scope.options.join(', ')}`)
  if (kind === 'service' && scopes.includes('mcp:read')) {
    throw new Error('mcp:read is only given to credentials of kind mcp. Add --kind mcp')
  }
  if (kind === 'mcp' && (expiresAt === null || expiresAt.getTime() > now.getTime() + MCP_DAYS * DAY_MS)) {
    throw new Error(`A credential of kind mcp must expire within ${MCP_DAYS} days. Use --expires ${MCP_DAYS}d or less`)
  }
  if (!Number.isInteger(quota) || quota < 1 || quota > MAX_QUOTA) {
    throw new Error(`The quota must be a whole number of requests per minute, from 1 to ${MAX_QUOTA}`)
  }
}
