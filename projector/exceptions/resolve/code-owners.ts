import { type Code, findOwnersOfCodes } from '../../../cypher/exceptions/resolve.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import { byId, type ReconcileContext } from '../context.ts'

/** A listed entity that a code leads to; `former` when it had the code once, and has another now. */
export interface CodeOwner {
  id: string
  type: string
  label: string
  former: boolean
}

export const codeText = ({ system, kind, value }: Code): string => JSON.stringify([system, kind, value])

/**
 * The entities of some types that codes lead to, by `codeText`, each once and by id: those that have a code now, and where
 * none has it, those that had it.
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

/** Those that are meant now among all that a thing led or leads to: the former ones count where there is no other. */
export function present<O extends { id: string; former: boolean }>(owners: readonly O[]): O[] {
  const current = owners.filter(({ former }) => !former)
  const meant = current.length > 0 ? current : owners
  return [...new Map(meant.map((owner) => [owner.id, owner])).values()].sort(byId)
}
