import { getPositions, type PositionRow, writePositions } from '../../../cypher/exceptions/resolve.ts'
import type { PositionFacts } from '../../../domain/exceptions/pair.ts'
import { storedPosition } from '../../../schemas/stored/connected-data.ts'
import { byId, type ReconcileContext } from '../context.ts'
import { positionInput } from '../input-records.ts'
import type { Invalidation } from '../invalidation.ts'
import { FACILITY } from './facilities.ts'
import { type FactoryEndpoint, factoryEndpoints } from './factories.ts'
import { type MaterialEndpoint, materialEndpoints } from './materials.ts'

/** A position as it is held, and as rules see it. */
export interface Locked {
  row: PositionRow
  position: PositionFacts
}

export function lockedOf(row: PositionRow): Locked {
  const { materialRef, supplierRef } = row
  return { row, position: { ...storedPosition.read(row.doc), materialRef, supplierRef, record: positionInput(row) } }
}

/** What the material and the factory of a position mean now. */
export interface PositionEndpoints {
  material: MaterialEndpoint
  factory: FactoryEndpoint
}

/** Resolves what positions name, each reference once. */
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

/** Writes to which pairs positions belong and what people call the endpoints, where that is not what they say. */
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

/** An id that leads nowhere is called what the position says, which does not depend on what it led to once. */
function endpointOf({ id, code, label, ref }: MaterialEndpoint | FactoryEndpoint, sentCode: string) {
  return { id, code: id === null && ref.startsWith('id:') ? sentCode : code, label }
}

/**
 * Resolves what positions name, by their ids, and writes to which pairs they belong.
 * @returns the pairs to which they belong now, and those that they left
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
    // What the position was resolved to tells the facility id of the factory that it leaves, if it has one.
    return [now, { kind: 'pair', materialKey, factoryKey, hint: `code:*:${FACILITY}:${position.factory.code}` }]
  })
}
