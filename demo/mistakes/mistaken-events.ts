import { recordKey } from '../../schemas/records/record-events.ts'
import type { Brand } from '../brand.ts'
import { type DemoEvent, eventOf, PLM } from '../event.ts'
import { materialAt } from '../graph/materials/material.ts'
import { supplierAt } from '../graph/suppliers/supplier.ts'

/**
 * Deliberate errors of the demo: events that are rejected, and two suppliers with the same D-U-N-S number. They are
 * sent after everything else. The same brand gives the same events, byte for byte.
 */
export function mistakenEvents(brand: Brand): DemoEvent[] {
  const { clock, profile } = brand
  const at = (minutes: number) => clock - minutes * 60_000
  const material = materialAt(brand, 2)
  const { name, ...nameless } = material.data
  const otherKey = eventOf(brand, { ...material, changedAt: at(20) })
  return [
    withEnvelope(eventOf(brand, { ...material, changedAt: at(50) }), { data: nameless }),
    withEnvelope(eventOf(brand, { ...material, changedAt: at(40) }), { type: 'tenantdata.material.moved.v1' }),
    positionInMeters(brand, at(30)),
    { ...otherKey, key: `${otherKey.key}0` },
    ...[profile.suppliers - 2, profile.suppliers - 1].map((index) => withDuns(brand, index)),
  ]
}

function withEnvelope(event: DemoEvent, fields: Partial<DemoEvent['value']>): DemoEvent {
  return { ...event, value: { ...event.value, ...fields } }
}

/** A position of a portal with a number instead of a string, and a unit as a word. */
function positionInMeters(brand: Brand, changedAt: number): DemoEvent {
  const data = { material: { kind: 'material_number', value: 'MT-00003' }, uom: 'meters', onHand: 12.5 }
  const event = eventOf(brand, { ...materialAt(brand, 2), subject: 'MT-00003@FA-1', changedAt })
  const value = { ...event.value, source: '/factory_portal/main', type: 'tenantdata.position.upserted.v1', data }
  return { ...event, key: recordKey(value, 'position'), value }
}

/** A later record of a supplier, with a number that another one has too. */
function withDuns(brand: Brand, index: number): DemoEvent {
  const supplier = supplierAt(brand, index)
  const duns = { system: 'dnb', instance: PLM.instance, kind: 'duns', value: '150483782' }
  const references = [...(supplier.data.references ?? []), duns]
  return eventOf(brand, { ...supplier, changedAt: supplier.changedAt + 1000, data: { ...supplier.data, references } })
}
