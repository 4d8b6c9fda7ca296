import type { Entity } from '../../schemas/graph/entities.ts'
import type { Statement } from './resolve-fields.ts'

type Material = Extract<Entity, { type: 'material' }>
type Value = string | string[] | null

/**
 * What the system that owns a material says about it in its own events, as a statement beside those of source records. The
 * record that is shown speaks, at the time of its newest event; what it leaves out or leaves empty is not said.
 * @returns null for a material without a record of its own, which no event makes
 */
export function masterStatement({ id, lifecycleState, attributes, externalReferences }: Material): Statement | null {
  const own = externalReferences.find(({ isPrimary }) => isPrimary)
  if (!own) return null
  const { composition, ...rest } = attributes
  const values: Record<string, Value> = {
    ...rest,
    composition: composition.map(({ fibre, percent }) => `${percent}% ${fibre}`),
    lifecycleState,
  }
  const fields = Object.entries(values).flatMap(([name, value]) =>
    value === null || value.length === 0 ? [] : [{ name, value, unit: null }],
  )
  const { system, value: recordId, lastSeenAt: observedAt } = own
  return { id, isLive: true, system, recordId, observedAt, isUnitNamed: true, fields }
}
