import { codeValues } from '../../../domain/exceptions/finding.ts'
import type { Values } from '../../../domain/history.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import { codeKindOf, type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import type { CodeReference } from '../../../schemas/values/as-sent.ts'
import type { EntityEvent } from './entity.ts'

/** The content of one record of an entity, with the API's field names. The first code is the record's own ID. */
export interface EntityContent {
  label: string
  lifecycleState: string
  attributes: Record<string, unknown>
  codes: CodeReference[]
  /** Only of a SKU. */
  styleId: string | null
}

/** Returns the content of an upserted event. The label uses only fields of this event. */
export function contentOf(event: EntityEvent): EntityContent {
  if (event.data === null) throw new Error('A deletion has no content')
  const { system, instance, recordId } = event.record
  const attributes = attributesOf(event.kind, event.data)
  const { naturalKey } = entityTypes[event.kind]
  const own = { system, instance, kind: 'record_id', value: recordId }
  const natural = { system, instance, kind: codeKindOf(event.kind), value: String(attributes[naturalKey]) }
  return {
    label: labelOf(event.kind, attributes),
    lifecycleState: event.data.lifecycleState,
    attributes,
    codes: [own, natural, ...event.data.references],
    styleId: event.kind === 'sku' && event.data ? styleIdOf(event.organization, event.record, event.data.style) : null,
  }
}

/**
 * Returns the values of a record that exceptions depend on. The record's own ID is left out, because it never leads to
 * another entity.
 */
export function valuesOf(type: EntityType, { lifecycleState, attributes, codes }: EntityContent): Values {
  if (type === 'style') return { lifecycleState }
  if (type !== 'material' && type !== 'supplier') return {}
  const carried = codes.filter(({ kind }) => kind !== 'record_id')
  const texts = carried.map(({ system, kind, value }) => `${system}:${kind}:${value}`)
  const own =
    type === 'material'
      ? { baseUom: attributes.baseUom, isInPlm: carried.some(({ system }) => system === 'plm') }
      : { codes: [...new Set(texts)].sort() }
  return { lifecycleState, ...own, ...codeValues(carried) }
}

/** Returns the published attributes in their published order, without other fields of the event. */
function attributesOf(kind: EntityType, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(entityTypes[kind].attributes).map((name) => [name, data[name]]))
}

/** The cast is needed because the compiler cannot infer that the attributes belong to the type. */
function labelOf(type: EntityType, attributes: Record<string, unknown>): string {
  const { label } = entityTypes[type] as { label(attributes: Record<string, unknown>): string }
  return label(attributes)
}

type StyleReference = NonNullable<Extract<EntityEvent, { kind: 'sku' }>['data']>['style']

function styleIdOf(organization: string, own: EntityEvent['record'], style: StyleReference): string {
  return canonicalId(organization, 'style', identityOf(style, own))
}

/** Returns the record to which a reference leads. System and instance default to those of the event. */
export function identityOf(reference: StyleReference, own: EntityEvent['record']): EntityEvent['record'] {
  if (reference.canonicalOf) return reference.canonicalOf
  const { system = own.system, instance = own.instance, recordId } = reference
  return { system, instance, recordId }
}
