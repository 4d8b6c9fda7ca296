import { codeValues } from '../../../domain/exceptions/finding.ts'
import type { Values } from '../../../domain/history.ts'
import { canonicalId } from '../../../domain/identity/identity.ts'
import type { CodeReference } from '../../../schemas/as-sent.ts'
import { codeKindOf, type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import type { EntityEvent } from './entity.ts'

/** What one record says about its entity, in the words of the API. The first code is the record's own id. */
export interface EntityContent {
  label: string
  lifecycleState: string
  attributes: Record<string, unknown>
  codes: CodeReference[]
  /** The style of a SKU. */
  styleId: string | null
}

/** The content of an upserted event. Labels use only the event's own fields. */
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

/** What a record says, as far as exceptions are about it. A record's own id is no code that anything is found by. */
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

/** The published attributes in the published order, whatever else the event carried. */
function attributesOf(kind: EntityType, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(entityTypes[kind].attributes).map((name) => [name, data[name]]))
}

/** The compiler cannot see that the attributes are those of the type. */
function labelOf(type: EntityType, attributes: Record<string, unknown>): string {
  const { label } = entityTypes[type] as { label(attributes: Record<string, unknown>): string }
  return label(attributes)
}

type StyleReference = NonNullable<Extract<EntityEvent, { kind: 'sku' }>['data']>['style']

function styleIdOf(organization: string, own: EntityEvent['record'], style: StyleReference): string {
  return canonicalId(organization, 'style', identityOf(style, own))
}

/** The record that a reference means: system and instance are those of the event unless given. */
export function identityOf(reference: StyleReference, own: EntityEvent['record']): EntityEvent['record'] {
  if (reference.canonicalOf) return reference.canonicalOf
  const { system = own.system, instance = own.instance, recordId } = reference
  return { system, instance, recordId }
}
