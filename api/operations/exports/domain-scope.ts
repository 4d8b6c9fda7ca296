import { type ExportKind, exportKinds } from '../../../schemas/exports/exports.ts'
import type { Context } from '../../core/context.ts'
import { requireScopes } from '../../core/require-scopes.ts'

/**
 * The specification only requires the scope `exports:create`. A setting can additionally require the scope of the
 * matching read.
 * @throws ApiError insufficient_scope
 */
export function requireDomainScope(kind: ExportKind, { exports, scopes }: Context): void {
  if (exports.requiresDomainScopes) requireScopes(['exports:create', exportKinds[kind].scope], scopes)
}
