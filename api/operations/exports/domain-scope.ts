import { type ExportKind, exportKinds } from '../../../schemas/exports.ts'
import type { Context } from '../../core/context.ts'
import { requireScopes } from '../../core/require-scopes.ts'

/**
 * By specification `exports:create` is enough; an operator may ask for the scope of the matching read too.
 * @throws ApiError insufficient_scope
 */
export function requireDomainScope(kind: ExportKind, { exports, scopes }: Context): void {
  if (exports.requiresDomainScopes) requireScopes(['exports:create', exportKinds[kind].scope], scopes)
}
