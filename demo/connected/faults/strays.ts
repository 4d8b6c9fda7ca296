import { canonicalId } from '../../../domain/identity/identity.ts'
import type { ExceptionCode, ExceptionSeverity } from '../../../schemas/materials/exceptions.ts'
import type { Brand } from '../../brand.ts'
import { PLM } from '../../event.ts'
import { materialId } from '../../graph/materials/material.ts'
import { ONE } from '../../graph/values/decimal.ts'
import { below, between, hashAt } from '../../graph/values/hash.ts'
import { type Pair, type Plan, pairHash } from '../plan.ts'
import { facilityId } from '../systems/factory.ts'
import { type Position, type PositionSystem, positionOf } from '../systems/position.ts'
import { type Endpoints, endpointsOf, itemCode, itemNumber } from '../systems/position-record.ts'
import { INSTANCE } from '../systems/system-record.ts'
import { countAt, soundCount } from './injections.ts'

/** An exception of the demo in its ledger. The material and the factory are given by ID, or by the reported code. */
export type LedgerRow = {
  readonly code: ExceptionCode
  readonly material: string | null
  readonly factory: string | null
  readonly measure: string | null
  readonly severity: ExceptionSeverity
}

/** A position that should not exist, with the exceptions that it causes. */
export type Stray = { readonly endpoints: Endpoints; readonly position: Position; readonly rows: readonly LedgerRow[] }

/** The entity ID of a material of the PLM. */
export const materialKey = ({ organization }: Brand, material: number): string =>
  canonicalId(organization, 'material', { ...PLM, recordId: materialId(material) })

/** The id of a factory, which follows from the registry's code. */
export const factoryKey = ({ organization }: Brand, factory: number): string =>
  canonicalId(organization, 'factory', { system: 'registry', instance: 'facility_id', recordId: facilityId(factory) })

const few = { perMillion: 1_000, least: 2 }

/** All positions that should not exist. */
export function straysOf(plan: Plan): Stray[] {
  const count = countAt(soundCount(plan), few)
  const numbers = Array.from({ length: count }, (_, number) => number)
  const orphanFactories = countAt(soundCount(plan), { perMillion: 1_000, least: 1 })
  return [
    ...unallocated(plan, count),
    ...numbers.slice(0, orphanFactories).map((number) => atUnknownFactory(plan, number)),
    ...numbers.map((number) => ofUnknownMaterial(plan, number)),
    ...unplannedPlaces(plan).map((place) => ofErpMaterial(plan, place)),
  ]
}

/** A position with some quantities on which no other data depends. */
function strayPosition(
  brand: Brand,
  pair: Pair,
  system: PositionSystem,
  amounts: Partial<Position['amounts']>,
): Position {
  const nothing = { onHand: 0, qualityHold: 0, allocated: 0, inTransit: 0, onOrder: 0, onOrderNonCancellable: 0 }
  const position = positionOf(brand, pair, system, { ...nothing, boughtQuantity: null, required: null })
  return { ...position, amounts: { ...position.amounts, ...amounts } }
}

/** Stock of a material where no style that uses it is made, whatever the style's state. */
function unallocated({ brand, used }: Plan, count: number): Stray[] {
  const strays: Stray[] = []
  const taken = new Set(used)
  const { materials, factories } = brand.profile
  for (let item = 0; strays.length < count && item < 100 * count; item += 1) {
    const material = below(brand.roots.position, 'unallocated material', materials, item)
    const factory = below(brand.roots.position, 'unallocated factory', factories, item)
    const key = `${factory}/${material}`
    if (taken.has(key)) continue
    taken.add(key)
    const pair = { material, factory, hash: pairHash(brand, { material, factory }), required: null }
    const onHand = ONE * between(pair.hash, 'astray', 5, 400)
    const row: LedgerRow = {
      code: 'FACTORY_NOT_ALLOCATED',
      material: materialKey(brand, material),
      factory: factoryKey(brand, factory),
      measure: 'onHand',
      severity: 'medium',
    }
    const position = strayPosition(brand, pair, 'erp', { onHand })
    strays.push({ endpoints: endpointsOf('erp', material, factory), position, rows: [row] })
  }
  return strays
}

const orphanHash = (brand: Brand, number: number) => hashAt(hashAt(brand.roots.position, 2_000_000), number)

/** A position in transit to a factory that is not registered. */
function atUnknownFactory({ brand }: Plan, number: number): Stray {
  const hash = orphanHash(brand, number)
  const material = below(hash, 'sent', brand.profile.materials)
  const facility = `FA-9${`${number + 1}`.padStart(2, '0')}`
  const pair = { material, factory: 0, hash, required: null }
  const position = strayPosition(brand, pair, 'erp', { inTransit: ONE * between(hash, 'astray', 5, 400) })
  const row: LedgerRow = {
    code: 'ORPHAN_FACTORY',
    material: materialKey(brand, material),
    factory: `code:*:facility_id:${facility}`,
    measure: null,
    severity: 'high',
  }
  return {
    endpoints: { item: itemNumber(material), material: itemCode(itemNumber(material)), facility },
    position,
    rows: [row],
  }
}

/** A position of a material number that no material has. In the ERP, it is also missing in the PLM. */
function ofUnknownMaterial({ brand }: Plan, number: number): Stray {
  const hash = orphanHash(brand, 500 + number)
  const factory = below(hash, 'at', brand.profile.factories)
  const item = `${4_990_001 + number}`
  const system = number % 2 === 0 ? 'erp' : 'wms'
  const pair = { material: 0, factory, hash, required: null }
  const sound = strayPosition(brand, pair, system, { inTransit: ONE * between(hash, 'astray', 5, 400) })
  const endpoints = { material: `code:erp:material_number:${item}`, factory: factoryKey(brand, factory), measure: null }
  const missing: LedgerRow[] = system === 'erp' ? [{ code: 'MISSING_IN_PLM', severity: 'medium', ...endpoints }] : []
  return {
    endpoints: { item, material: itemCode(item), facility: facilityId(factory) },
    position: { ...sound, uom: 'EA', supplier: null, mpn: null, unitCost: null },
    rows: [{ code: 'ORPHAN_MATERIAL', severity: 'high', ...endpoints }, ...missing],
  }
}

/** What the ERP alone has a record of, bought past the PLM: numbers from 0, each at up to three factories. */
function unplannedPlaces(plan: Plan): { number: number; factory: number }[] {
  const count = countAt(soundCount(plan), { perMillion: 6_000, least: 1 })
  const { factories } = plan.brand.profile
  return Array.from({ length: count }, (_, place) => {
    const number = Math.trunc(place / 3)
    return { number, factory: (number + (place % 3)) % factories }
  })
}

/** How many materials only the ERP has. */
export const erpMaterialCount = (plan: Plan): number => Math.ceil(unplannedPlaces(plan).length / 3)

/** The ERP's number of a material that the PLM does not have. */
export const erpMaterialNumber = (number: number): string => `${4_900_001 + number}`

function ofErpMaterial({ brand }: Plan, { number, factory }: { number: number; factory: number }): Stray {
  const item = erpMaterialNumber(number)
  const hash = hashAt(orphanHash(brand, 1_000 + number), factory)
  const pair = { material: 0, factory, hash, required: null }
  const sound = strayPosition(brand, pair, 'erp', { onOrder: ONE * between(hash, 'astray', 5, 400) })
  const material = canonicalId(brand.organization, 'material', { system: 'erp', instance: INSTANCE, recordId: item })
  const row: LedgerRow = {
    code: 'MISSING_IN_PLM',
    material,
    factory: factoryKey(brand, factory),
    measure: null,
    severity: 'medium',
  }
  return {
    endpoints: { item, material: itemCode(item), facility: facilityId(factory) },
    position: { ...sound, uom: 'EA', supplier: null, mpn: null, unitCost: null },
    rows: [row],
  }
}
