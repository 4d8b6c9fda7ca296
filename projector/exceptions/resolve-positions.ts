import { getPositions } from '../../cypher/exceptions/resolve.ts'
import type { ReconcileContext } from './context.ts'
import type { Invalidation } from './invalidation.ts'
import { FACILITY } from './resolve/facilities.ts'
import { endpointsOf, lockedOf, writeEndpoints } from './resolve/positions.ts'

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
