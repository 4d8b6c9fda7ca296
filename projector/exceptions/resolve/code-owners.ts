import { type Code, findOwnersOfCodes } from '../../../cypher/exceptions/resolve.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import { byId, type ReconcileContext } from '../context.ts'

/** A visible entity that a code leads to. `former` means that it had the code before, and has another one now. */
export interface CodeOwner {
  id: string
  type: string
  label: string
  former: boolean
}

export const codeText = ({ system, kind, value }: Code): string => JSON.stringify([system, kind, value])

/**
 * Returns the entities of the given types that codes lead to, by `codeText`, sorted by ID without duplicates. A code
 * leads to the entities that have it now or, if there are none, to those that had it before.
 */
export async function codeOwners(
  { run, organization }: ReconcileContext,
  types: readonly EntityType[],
  codes: Iterable<Code>,
): Promise<Map<string, CodeOwner[]>> {
  const each = [...new Map([...codes].map((code) => [codeText(code), code])).values()]
  const rows = each.length > 0 ? await run(findOwnersOfCodes, organization, { codes: each }) : []
  const wanted = rows.filter(({ type }) => types.some((one) => one === type))
  return new Map([...Map.groupBy(wanted, codeText)].map(([key, owners]) => [key, present(owners)]))
}

/**
 * Of all entities that had or have a code, returns the current owners, or the former ones if there is no current owner.
 */
export function present<O extends { id: string; former: boolean }>(owners: readonly O[]): O[] {
  const current = owners.filter(({ former }) => !former)
  const meant = current.length > 0 ? current : owners
  return [...new Map(meant.map((owner) => [owner.id, owner])).values()].sort(byId)
}
