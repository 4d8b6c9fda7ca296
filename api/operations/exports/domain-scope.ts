import { type ExportKind, exportKinds } from '../../../schemas/exports.ts'
import { requireScopes } from '../../auth/require-scopes.ts'
import type { Context } from '../../context.ts'

/**
 * By specification `exports:create` is enough; an operator may ask for the scope of the matching read too.
 * @throws ApiError insufficient_scope
 */
export function requireDomainScope(kind: ExportKind, { exports, scopes }: Context): void {
  if (exports.requiresDomainScopes) requireScopes(['exports:create', exportKinds[kind].scope], scopes)
}
