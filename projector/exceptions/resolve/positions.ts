import { getPositions, type PositionRow, writePositions } from '../../../cypher/exceptions/resolve.ts'
import type { PositionFacts } from '../../../domain/exceptions/pair.ts'
import { storedPosition } from '../../../schemas/stored/connected-data.ts'
import { byId, type ReconcileContext } from '../context.ts'
import { positionInput } from '../input-records.ts'
import type { Invalidation } from '../invalidation.ts'
import { FACILITY } from './facilities.ts'
import { type FactoryEndpoint, factoryEndpoints } from './factories.ts'
import { type MaterialEndpoint, materialEndpoints } from './materials.ts'

/** A position as stored and locked, and as the rules read it. */
export interface Locked {
  row: PositionRow
  position: PositionFacts
}

export function lockedOf(row: PositionRow): Locked {
  const { materialRef, supplierRef } = row
  return { row, position: { ...storedPosition.read(row.doc), materialRef, supplierRef, record: positionInput(row) } }
}

/** The endpoints to which the references of a position lead now. */
export interface PositionEndpoints {
  material: MaterialEndpoint
  factory: FactoryEndpoint
}

/** Resolves the references of positions. References that several positions share are resolved once. */
export async function endpointsOf(
  context: ReconcileContext,
  rows: readonly PositionRow[],
): Promise<(PositionEndpoints | null)[]> {
  const materials = await materialEndpoints(
    context,
    rows.map(({ materialRef }) => materialRef),
  )
  const factories = await factoryEndpoints(
    context,
    rows.map(({ factoryRef }) => factoryRef),
  )
  return rows.map(({ materialRef, factoryRef }) => {
    const [material, factory] = [materials.get(materialRef), factories.get(factoryRef)]
    return material && factory ? { material, factory } : null
  })
}

/** Writes the pairs of positions and the codes and labels of their endpoints, where they differ from what is stored. */
export async function writeEndpoints(
  { run, organization }: ReconcileContext,
  resolved: readonly { locked: Locked; endpoints: PositionEndpoints }[],
): Promise<void> {
  const rows = resolved.flatMap(({ locked: { row }, endpoints: { material, factory } }) => {
    const { saidMaterial, saidFactory } = row
    const stored = storedPosition.read(row.doc)
    const endpoints = {
      material: endpointOf(material, saidMaterial ?? stored.material.code),
      factory: endpointOf(factory, saidFactory ?? stored.factory.code),
    }
    const doc = storedPosition.write({ ...stored, ...endpoints })
    const codes = { materialCode: endpoints.material.code, factoryCode: endpoints.factory.code }
    const now = { materialId: material.id, factoryId: factory.id, materialKey: material.key, factoryKey: factory.key }
    const isAsBefore =
      doc === row.doc && (Object.keys(now) as (keyof typeof now)[]).every((property) => now[property] === row[property])
    const { id, materialRef, factoryRef, doc: was } = row
    return isAsBefore ? [] : [{ id, materialRef, factoryRef, was, doc, ...now, ...codes }]
  })
  if (rows.length > 0) await run(writePositions, organization, { rows: rows.sort(byId) })
}

/**
 * If an ID does not lead to an entity, the endpoint has the code that the position sent. So the result does not depend
 * on what the ID led to before.
 */
function endpointOf({ id, code, label, ref }: MaterialEndpoint | FactoryEndpoint, sentCode: string) {
  return { id, code: id === null && ref.startsWith('id:') ? sentCode : code, label }
}

/**
 * Resolves the references of positions, given by their IDs, and writes their pairs.
 * @returns invalidations of the pairs to which they belong now, and of those that they left
 */
export async function resolvePositions(context: ReconcileContext, ids: readonly string[]): Promise<Invalidation[]> {
  const rows = await context.run(getPositions, context.organization, { ids: [...ids] })
  const endpoints = await endpointsOf(context, rows)
  const resolved = rows.flatMap((row, at) => {
    const own = endpoints[at]
    return own ? [{ locked: lockedOf(row), endpoints: own }] : []
  })
  await writeEndpoints(context, resolved)
  return resolved.flatMap(({ locked: { row, position }, endpoints: { material, factory } }): Invalidation[] => {
    const now = { kind: 'pair', materialKey: material.key, factoryKey: factory.key, hint: '' } as const
    const { materialKey, factoryKey } = row
    if (materialKey === null || factoryKey === null) return [now]
    if (materialKey === material.key && factoryKey === factory.key) return [now]
    // The stored position has the code of the factory that it leaves. If that is a facility ID, the hint leads back to
    // the factory.
    return [now, { kind: 'pair', materialKey, factoryKey, hint: `code:*:${FACILITY}:${position.factory.code}` }]
  })
}
