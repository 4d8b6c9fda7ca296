import { findOwnersOfCodes, listClaimsOfEntities } from '../../../cypher/exceptions/resolve.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import type { ReconcileContext } from '../context.ts'

/** The kind of the code that names a factory in every system. */
export const FACILITY = 'facility_id'

/** The id of the factory with a facility id (contract, section 7). */
export function factoryIdOf(organization: string, facility: string): string {
  return canonicalId(organization, 'factory', { system: 'registry', instance: FACILITY, recordId: facility })
}

/** The suppliers that operate factories: those that claim the facility ids now, by id. */
export async function operatorsOf(
  { run, organization }: ReconcileContext,
  facilities: readonly string[],
): Promise<Map<string, { id: string; label: string }[]>> {
  if (facilities.length === 0) return new Map()
  const codes = facilities.map((value) => ({ system: '*', kind: FACILITY, value }))
  const owners = await run(findOwnersOfCodes, organization, { codes })
  // A facility id is what a factory is called, not the supplier: who gave it up no longer operates there.
  const suppliers = owners.filter(({ type, former }) => type === 'supplier' && !former)
  return Map.groupBy(
    suppliers.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ({ value }) => value,
  )
}

/** The facility ids that suppliers claim now. */
export async function facilitiesOf(
  { run, organization }: ReconcileContext,
  supplierIds: readonly string[],
): Promise<Map<string, string[]>> {
  const claims = supplierIds.length > 0 ? await run(listClaimsOfEntities, organization, { ids: [...supplierIds] }) : []
  const own = claims.filter(({ kind, former }) => kind === FACILITY && !former)
  return new Map(
    [...Map.groupBy(own, ({ entityId }) => entityId)].map(([id, rows]) => [
      id,
      [...new Set(rows.map(({ value }) => value))].sort(),
    ]),
  )
}
