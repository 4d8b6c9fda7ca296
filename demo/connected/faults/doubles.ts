import { canonicalIdOf } from '../../../domain/identity/identity.ts'
import { PLM } from '../../event.ts'
import { materialAt } from '../../graph/materials/material.ts'
import { draw, hashAt } from '../../graph/values/hash.ts'
import type { Plan } from '../plan.ts'
import { itemHash, itemOf, itemRecord, wmsRecord } from '../systems/items.ts'
import { INSTANCE, type SystemRecord } from '../systems/system-record.ts'
import { countAt, soundCount } from './injections.ts'
import { type LedgerRow, materialKey } from './strays.ts'

/** A record that causes an exception. `sound` replaces it to fix that, and is null if the record should not exist. */
export type Double = {
  readonly material: number
  readonly record: SystemRecord<'source_record'>
  readonly sound: SystemRecord<'source_record'> | null
  readonly row: LedgerRow
}

/**
 * Items that the ERP has twice, and items of the warehouse that match two materials. Each material occurs once at most.
 */
export function doublesOf(plan: Plan): Double[] {
  const { brand } = plan
  const twice = countAt(soundCount(plan), { perMillion: 2_000, least: 1 })
  const either = countAt(soundCount(plan), { perMillion: 600, least: 2 })
  const materials = Array.from({ length: brand.profile.materials }, (_, material) => material)
    .map((material) => ({ material, rank: draw(itemHash(brand, material), 'double') }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ material }) => material)
  return [
    ...materials.slice(0, twice).map((material) => recordedTwice(plan, material)),
    ...materials.slice(twice, twice + either).map((material) => ofEither(plan, material)),
  ]
}

/** The item was entered a second time, under another number. */
function recordedTwice({ brand }: Plan, material: number): Double {
  const value = materialAt(brand, material).data.materialNumber
  const item = {
    ...itemOf(brand, material),
    number: `${4_500_000 + material}`,
    hash: hashAt(itemHash(brand, material), 1),
    others: [{ system: PLM.system, kind: 'material_number', value }],
  }
  return {
    material,
    record: itemRecord(brand, item),
    sound: null,
    row: {
      code: 'DUPLICATE_SOURCE_RECORD',
      material: materialKey(brand, material),
      factory: null,
      measure: null,
      severity: 'medium',
    },
  }
}

function ofEither({ brand }: Plan, material: number): Double {
  const other = (material + 1) % brand.profile.materials
  const record = wmsRecord(brand, material, [other])
  const id = canonicalIdOf([brand.organization, 'source_record', 'wms', INSTANCE, record.subject])
  return {
    material,
    record,
    sound: wmsRecord(brand, material),
    row: { code: 'AMBIGUOUS_MATCH', material: id, factory: null, measure: null, severity: 'medium' },
  }
}
