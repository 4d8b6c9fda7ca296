import type { CodeReference } from '../../schemas/as-sent.ts'
import { type EntityType, entityAttributes, naturalKeys } from '../../schemas/graph.ts'
import { canonicalId } from '../../schemas/identity.ts'
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

const codeKinds: Record<EntityEvent['kind'], string> = {
  style: 'style_number',
  sku: 'sku_code',
  material: 'material_number',
  supplier: 'supplier_code',
}

/** The content of an upserted event. Labels use only the event's own fields. */
export function contentOf(event: EntityEvent): EntityContent {
  if (event.data === null) throw new Error('A deletion has no content')
  const { system, instance, recordId } = event.record
  const attributes = attributesOf(event.kind, event.data)
  const own = { system, instance, kind: 'record_id', value: recordId }
  const natural = { system, instance, kind: codeKinds[event.kind], value: String(attributes[naturalKeys[event.kind]]) }
  return {
    label: labelOf(event),
    lifecycleState: event.data.lifecycleState,
    attributes,
    codes: [own, natural, ...event.data.references],
    styleId: event.kind === 'sku' && event.data ? styleIdOf(event.organization, event.record, event.data.style) : null,
  }
}

/** The published attributes in the published order, whatever else the event carried. */
function attributesOf(kind: EntityType, data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(entityAttributes[kind].shape).map((name) => [name, data[name]]))
}

function labelOf(event: EntityEvent): string {
  if (event.data === null) return ''
  switch (event.kind) {
    case 'style':
      return `${event.data.styleNumber} ${event.data.name}`
    case 'material':
      return `${event.data.materialNumber} ${event.data.name}`
    case 'supplier':
      return `${event.data.name} (${event.data.supplierCode})`
    case 'sku': {
      const { skuCode, styleNumber, colorwayName, sizeCode } = event.data
      return [skuCode, styleNumber, colorwayName, sizeCode].filter((part) => part !== null && part !== '').join(' ')
    }
  }
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
