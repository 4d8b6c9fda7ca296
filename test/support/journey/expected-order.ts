import type { RecordData } from '../../../demo/event.ts'
import { materialAt, materialId } from '../../../demo/graph/materials/material.ts'
import { supplierAt } from '../../../demo/graph/suppliers/supplier.ts'
import type { PriceBasis, RequirementItem } from '../../../schemas/bom/material-requirements.ts'
import type { TestStyle, Unit } from '../bom/bom-model.ts'
import { decimalOf, difference, ratioOf } from '../bom/bom-ratios.ts'
import { expectedCauses } from '../bom/change-causes-oracle.ts'
import { expectedEffects, type PricedComparison } from '../bom/cost-effect-oracle.ts'
import {
  expectedRequirements,
  type OrderWorld,
  type StockPosition,
  type TestOffer,
} from '../bom/requirements-oracle.ts'
import { entityIdOf } from '../docs/demo-questions.ts'
import { linksOfType, type Terms } from './expected-supply.ts'
import type { JourneyWorld } from './journey.ts'

/** What items need of the newest BOM, with the stock of all factories or without any. */
export function requirementsOf(
  world: JourneyWorld,
  items: readonly RequirementItem[],
  { priceBasis = 'nominated', withStock = false }: { priceBasis?: PriceBasis; withStock?: boolean } = {},
) {
  const asked = { items, priceBasis, factory: withStock ? ('all' as const) : null, withPrices: priceBasis !== 'none' }
  return expectedRequirements(orderWorld(world), asked)
}

/**
 * What the changes since the first publication do to the cost of a garment, at today's prices of nominated suppliers.
 */
export function effectsOf(world: JourneyWorld) {
  return expectedEffects(world.changes, pricedComparison(world))
}

/** The first causes of the changes of a world, and the number of all. */
export function causesOf(world: JourneyWorld, top: number) {
  return expectedCauses(world.changes, world.organization, top, pricedComparison(world))
}

function pricedComparison(world: JourneyWorld): PricedComparison {
  const [from = [], to = []] = [world.boms[0], world.boms.at(-1)]
  return { from, to, world: orderWorld(world), basis: 'nominated' }
}

/** Styles with each size once in a colorway, so that style, colorway, and size name one SKU. */
export function sizedStyles({ boms }: JourneyWorld): TestStyle[] {
  return (boms.at(-1) ?? []).filter(({ skus }) => {
    return new Set(skus.map(({ colorway, size }) => `${colorway} ${size}`)).size === skus.length
  })
}

/** An order of the first colorway of a style: pieces of two sizes. */
export function orderOf({ number, skus }: TestStyle) {
  const colorway = skus[0]?.colorway ?? ''
  const sizes = skus.flatMap((sku) => (sku.colorway === colorway && sku.size !== null ? [sku.size] : []))
  const pieces = [300, 4_500].slice(-Math.min(sizes.length, 2))
  return { style: number, colorway, sizes: Object.fromEntries(pieces.map((count, at) => [sizes[at] ?? '', count])) }
}

/** The newest BOM with the prices and the stock that the generator sends. */
function orderWorld(world: JourneyWorld): OrderWorld {
  const { brand, organization, boms } = world
  const materials = Array.from({ length: brand.profile.materials }, (_, index) => index)
  const baseUoms = materials.map((index): [string, Unit | null] => {
    return [entityIdOf(world, materialId(index), 'material'), materialAt(brand, index).data.baseUom as Unit]
  })
  const offers = linksOfType(world, 'SUPPLIED_BY').map((link) => offerOf(world, link))
  return { organization, bom: boms.at(-1) ?? [], offers, baseUoms: new Map(baseUoms), positions: positionsOf(world) }
}

function offerOf(world: JourneyWorld, { from, to, properties }: RecordData<'link'>): TestOffer {
  const { name, supplierCode: code } = supplierAt(world.brand, Number(to.recordId.slice(2)) - 1).data
  const { price, priceUom = null, isNominated, leadTimeDays } = properties as unknown as Terms
  const id = entityIdOf(world, to.recordId, 'supplier')
  const supplier = { id, code, label: `${name} (${code})` }
  return { material: from.recordId, supplier, isNominated, price, priceUom, leadTimeDays }
}

/** The stock of materials that the PLM has, as each system reports it. */
function positionsOf(world: JourneyWorld): StockPosition[] {
  return world.events.flatMap(({ value }) => {
    if (value.type !== 'tenantdata.position.upserted.v1') return []
    const { material, uom, asOf, onHand, qualityHold, allocated, onOrder } = value.data as RecordData<'position'>
    const index = materialOf(material)
    if (index < 0 || index >= world.brand.profile.materials) return []
    const [, system = ''] = value.source.split('/')
    const stated = [onHand, qualityHold, allocated]
    return [
      {
        positionId: value.id,
        system,
        asOf: String(asOf),
        uom: uom as Unit,
        material: { id: entityIdOf(world, materialId(index), 'material') },
        factory: { id: value.subject.split('@')[1] ?? '' },
        onHand: onHand ?? null,
        available: stated.every((amount) => typeof amount === 'string') ? availableOf(stated as string[]) : null,
        onOrder: onOrder ?? null,
      } as StockPosition,
    ]
  })
}

function availableOf([onHand = '0', ...less]: readonly string[]): string | null {
  return decimalOf(less.reduce((left, amount) => difference(ratioOf(amount), left), ratioOf(onHand)))
}

/** The index of a material by the ERP's number, the PLM's number, or its record. */
function materialOf(reference: RecordData<'position'>['material']): number {
  if ('recordId' in reference && reference.recordId) return Number(reference.recordId.slice(2)) - 1
  const { value } = reference as { value: string }
  return value.startsWith('MT-') ? Number(value.slice(3)) - 1 : Number(value) - 4_100_000
}
