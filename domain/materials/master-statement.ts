import type { Entity } from '../../schemas/graph/entities.ts'
import type { Statement } from './resolve-fields.ts'

type Material = Extract<Entity, { type: 'material' }>
type Value = string | string[] | null

/**
 * Returns the values that a material's own system reports in its events, in the form of a source record's statement. It
 * contains the non-empty fields of the record that readers see, with the time of its newest event.
 * @returns null for a material without a record of its own, which events cannot create
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
