import type { Scope } from '../../schemas/scopes.ts'
import { ApiError } from './errors.ts'

/**
 * Rejects a caller who lacks any of the scopes that a request needs. The challenge names all of them (RFC 6750, section
 * 3), so the caller knows which scopes a new credential needs.
 * @throws ApiError insufficient_scope
 */
export function requireScopes(needed: readonly Scope[], granted: ReadonlySet<Scope>): void {
  const missing = needed.filter((scope) => !granted.has(scope))
  if (missing.length === 0) return
  const noun = missing.length === 1 ? 'scope' : 'scopes'
  const detail = `The credential lacks the ${noun} ${missing.join(', ')}.`
  const challenge = `Bearer realm="tenant-data-api", error="insufficient_scope", scope="${needed.join(' ')}"`
  // MCP clients show the error_description of the header, but not the body.
  const headers = { 'WWW-Authenticate': `${challenge}, error_description="${detail}"` }
  throw new ApiError('insufficient_scope', { detail, headers })
}
