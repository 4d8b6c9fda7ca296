import { findOwnersOfCodes, listClaimsOfEntities } from '../../cypher/reconcile.ts'
import { canonicalId } from '../../schemas/identity.ts'
import type { Round } from './round.ts'

/** The kind of the code that names a factory in every system. */
export const FACILITY = 'facility_id'

/** The id of the factory with a facility id (contract, section 7). */
export function factoryIdOf(organization: string, facility: string): string {
  return canonicalId(organization, 'factory', { system: 'registry', instance: FACILITY, recordId: facility })
}

/** The suppliers that operate factories: those that claim the facility ids, by id. */
export async function operatorsOf(
  { run, organization }: Round,
  facilities: readonly string[],
): Promise<Map<string, { id: string; label: string }[]>> {
  if (facilities.length === 0) return new Map()
  const codes = facilities.map((value) => ({ system: '*', kind: FACILITY, value }))
  const owners = await run(findOwnersOfCodes, organization, { codes })
  const suppliers = owners.filter(({ type }) => type === 'supplier').sort((a, b) => (a.id < b.id ? -1 : 1))
  return Map.groupBy(suppliers, ({ value }) => value)
}

/** The facility ids that suppliers claim. */
export async function facilitiesOf(
  { run, organization }: Round,
  supplierIds: readonly string[],
): Promise<Map<string, string[]>> {
  const claims = supplierIds.length > 0 ? await run(listClaimsOfEntities, organization, { ids: [...supplierIds] }) : []
  const own = claims.filter(({ kind }) => kind === FACILITY)
  return new Map(
    [...Map.groupBy(own, ({ entityId }) => entityId)].map(([id, rows]) => [
      id,
      [...new Set(rows.map(({ value }) => value))].sort(),
    ]),
  )
}
