import { findOwnersOfCodes, listClaimsOfEntities } from '../../../cypher/exceptions/resolve.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import type { ReconcileContext } from '../context.ts'

/** The kind of the code that names a factory in every system. */
export const FACILITY = 'facility_id'

/** Returns the ID of the factory with this facility ID. It follows from the facility ID alone. */
export function factoryIdOf(organization: string, facility: string): string {
  return canonicalId(organization, 'factory', { system: 'registry', instance: FACILITY, recordId: facility })
}

/**
 * Returns the suppliers that operate factories, by facility ID. A supplier operates a factory if it has the facility ID
 * now.
 */
export async function operatorsOf(
  { run, organization }: ReconcileContext,
  facilities: readonly string[],
): Promise<Map<string, { id: string; label: string }[]>> {
  if (facilities.length === 0) return new Map()
  const codes = facilities.map((value) => ({ system: '*', kind: FACILITY, value }))
  const owners = await run(findOwnersOfCodes, organization, { codes })
  // A facility ID identifies the factory, not the supplier. So a supplier that had it before no longer operates the
  // factory.
  const suppliers = owners.filter(({ type, former }) => type === 'supplier' && !former)
  return Map.groupBy(
    suppliers.sort((a, b) => (a.id < b.id ? -1 : 1)),
    ({ value }) => value,
  )
}

/** Returns the facility IDs that suppliers have now. */
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
