import type {
  CostOfMaterial,
  MaterialRequirement,
  MaterialRequirements,
  NotFoundItem,
  PriceBasis,
  RequirementItem,
} from '../../../schemas/bom/material-requirements.ts'
import type { TestPosition } from '../materials/connected.ts'
import type { TestBom, Unit } from './bom-model.ts'
import { idOf } from './bom-model.ts'
import { factors, type OracleRow, oracleRows } from './bom-oracle.ts'
import {
  compareRatios,
  decimalOf,
  difference,
  meanOf,
  plus,
  type Ratio,
  rational,
  ratioOf,
  times,
} from './bom-ratios.ts'

/** A SUPPLIED_BY link of a world. */
export interface TestOffer {
  material: string
  supplier: { id: string; code: string; label: string }
  isNominated: boolean | null
  price: { amount: string; currency: string } | null
  priceUom: Unit | null
  leadTimeDays: number | null
}

/** What of a position counts for an order. */
export type StockPosition = Pick<
  TestPosition,
  'positionId' | 'system' | 'asOf' | 'uom' | 'onHand' | 'available' | 'onOrder'
> & { material: { id: string | null }; factory: { id: string | null } }

/** What a world has beside its BOM: offers, base units by material id, and positions. */
export interface OrderWorld {
  organization: string
  bom: TestBom
  offers: readonly TestOffer[]
  baseUoms: ReadonlyMap<string, Unit | null>
  positions: readonly StockPosition[]
}

export interface OrderAsked {
  items: readonly RequirementItem[]
  priceBasis: PriceBasis
  /** Null where stock is left out; a factory id for that of one. */
  factory: string | 'all' | null
  withPrices: boolean
}

const ZERO = rational(0n)
const sum = (amounts: readonly Ratio[]) => amounts.reduce(plus, ZERO)
const inverse = ({ numerator, denominator }: Ratio) => rational(denominator, numerator)
const baseOf = (unit: Unit) => factors[unit].base as Unit
const inUnit = (amount: Ratio, from: Unit, to: Unit) =>
  times(times(amount, factors[from].factor), inverse(factors[to].factor))
const bytes = (text: string) => Buffer.from(text)
const compareBytes = (a: string, b: string) => Buffer.compare(bytes(a), bytes(b))

interface Piece {
  item: number
  row: OracleRow
  pieces: number
}

/** The rows of every found piece, and what was not found. */
function piecesOf({ organization, bom }: OrderWorld, items: readonly RequirementItem[]) {
  const rows = oracleRows(organization, bom)
  const skus = bom.flatMap((style) =>
    style.skus.map((sku) => ({
      ...sku,
      id: idOf(organization, 'sku', sku.record),
      number: style.number,
      styleId: idOf(organization, 'style', style.record),
    })),
  )
  const [found, notFound]: [Piece[], NotFoundItem[]] = [[], []]
  let total = 0
  const take = (
    item: number,
    code: string,
    size: string | null,
    pieces: number,
    own: typeof skus,
    missing: NotFoundItem['reason'],
  ) => {
    const ids = new Set(own.map(({ id }) => id))
    if (ids.size !== 1) notFound.push({ item, code, size, reason: ids.size === 0 ? missing : 'several_skus' })
    else if (pieces > 0) {
      total += pieces
      found.push(...rows.filter(({ shown }) => ids.has(shown.skuId)).map((row) => ({ item, row, pieces })))
    }
  }
  for (const [item, asked] of items.entries()) {
    if ('sku' in asked) {
      const own = skus.filter(({ code, id }) => code === asked.sku || id === asked.sku)
      take(item, asked.sku, null, asked.pieces, own, 'no_such_sku')
      continue
    }
    const own = skus.filter(({ number, styleId }) => number === asked.style || styleId === asked.style)
    const inColorway = own.filter(({ colorway }) => asked.colorway === undefined || colorway === asked.colorway)
    const refuse = (reason: NotFoundItem['reason']) => notFound.push({ item, code: asked.style, size: null, reason })
    if (own.length === 0) refuse('no_such_style')
    else if (new Set(own.map(({ styleId }) => styleId)).size > 1) refuse('several_styles')
    else if (inColorway.length === 0) refuse('no_such_colorway')
    else {
      const sizes: [string, number][] = 'sizes' in asked ? Object.entries(asked.sizes) : [[asked.size, asked.pieces]]
      for (const [size, pieces] of sizes) {
        const inSize = inColorway.filter((sku) => sku.size === size)
        const styles = new Set(inSize.map(({ styleId }) => styleId))
        const before = found.length
        take(item, asked.style, size, pieces, inSize, 'no_such_size')
        // Only the lines of this style count, although another lists the same SKU.
        const added = found.splice(before).filter(({ row }) => styles.has(row.shown.styleId))
        found.push(...added)
      }
    }
  }
  return { found, notFound, total }
}

interface Chosen {
  offer: TestOffer | null
  uom: Unit | null
  state: 'priced' | 'unpriced' | 'unconverted'
}

/** The offer that counts for a material, by brute force. */
export function chosenOffer(
  world: Omit<OrderWorld, 'bom'>,
  materialId: string,
  basis: PriceBasis,
  dimension: Unit,
): Chosen {
  const baseUom = world.baseUoms.get(materialId) ?? null
  const isListed = world.baseUoms.has(materialId)
  const offers = isListed
    ? world.offers.filter(({ material }) => idOf(world.organization, 'material', material) === materialId)
    : []
  const isFirst = ({ isNominated }: TestOffer) => (isNominated === true ? 0 : 1)
  const inOrder = offers.toSorted(
    (a, b) =>
      isFirst(a) - isFirst(b) ||
      compareBytes(a.supplier.code, b.supplier.code) ||
      compareBytes(a.supplier.id, b.supplier.id),
  )
  const eligible = basis === 'lowest' ? inOrder : inOrder.filter(({ isNominated }) => isNominated === true)
  const stated = eligible.filter(({ price }) => price !== null)
  const unitOf = (offer: TestOffer) => offer.priceUom ?? baseUom
  const fitting = stated.filter((offer) => {
    const unit = unitOf(offer)
    return unit !== null && baseOf(unit) === dimension
  })
  if (fitting.length === 0) {
    if (stated[0]) return { offer: stated[0], uom: unitOf(stated[0]), state: 'unconverted' }
    return {
      offer: inOrder.find(({ isNominated }) => isNominated) ?? eligible[0] ?? null,
      uom: null,
      state: 'unpriced',
    }
  }
  const currencies = fitting.map(({ price }) => price?.currency ?? '').sort()
  const currency = fitting.find(({ isNominated }) => isNominated === true)?.price?.currency ?? currencies[0]
  let best: TestOffer | null = null
  const perBase = (offer: TestOffer) =>
    times(ratioOf(offer.price?.amount ?? '0'), inverse(factors[unitOf(offer) ?? dimension].factor))
  for (const offer of fitting.filter(({ price }) => price?.currency === currency))
    if (best === null || compareRatios(perBase(offer), perBase(best)) < 0) best = offer
  return { offer: best, uom: best && unitOf(best), state: 'priced' }
}

const systems: Record<string, readonly string[]> = {
  onHand: ['wms', 'factory_portal'],
  available: ['wms', 'factory_portal'],
  onOrder: ['erp'],
}

function stockOf(
  world: OrderWorld,
  materialId: string,
  uom: Unit,
  factory: string,
  measure: 'onHand' | 'available' | 'onOrder',
) {
  const own = world.positions.filter(
    (position) =>
      position.material.id === materialId &&
      (factory === 'all' || position.factory.id === factory) &&
      baseOf(position.uom as Unit) === baseOf(uom),
  )
  const amounts = [...Map.groupBy(own, (position) => position.factory.id).values()].flatMap((atFactory) => {
    const newest = [...Map.groupBy(atFactory, ({ system }) => system).values()].map((ofSystem) =>
      ofSystem.reduce((a, b) => (b.asOf > a.asOf || (b.asOf === a.asOf && b.positionId < a.positionId) ? b : a)),
    )
    const stated = newest.filter((position) => position[measure] !== null)
    const named = (systems[measure] ?? []).flatMap((system) => stated.filter((position) => position.system === system))
    const [other] = stated.toSorted((a, b) => compareBytes(b.asOf, a.asOf) || compareBytes(a.positionId, b.positionId))
    const best = named[0] ?? other
    return best ? [inUnit(ratioOf(best[measure] ?? '0'), best.uom as Unit, uom)] : []
  })
  return amounts.length === 0 ? null : sum(amounts)
}

/** The requirements of an order, by brute force. */
export function expectedRequirements(world: OrderWorld, asked: OrderAsked): Omit<MaterialRequirements, 'snapshot'> {
  const { found, notFound, total: pieces } = piecesOf(world, asked.items)
  const perPiece = (amount: Ratio) => meanOf(times(amount, rational(1n, BigInt(pieces))))
  const groups = [...Map.groupBy(found, ({ row }) => `${row.shown.materialId} ${baseOf(row.as.line.uom)}`).values()]
  const totals = new Map<string, Ratio>()
  const [unpriced, unconverted]: [MaterialRequirements['unpriced'], MaterialRequirements['unconverted']] = [[], []]
  const rows = groups.map((own): MaterialRequirement => {
    const [first] = own
    if (!first) throw new Error('A material has a row')
    const { materialId, material } = first.row.shown
    const dimension = baseOf(first.row.as.line.uom)
    const amountOf = ({ row, pieces: count }: Piece) =>
      times(
        times(ratioOf(row.shown.grossYield), rational(BigInt(count), BigInt(row.as.line.perUnits))),
        factors[row.as.line.uom].factor,
      )
    const items = [...Map.groupBy(own, ({ item }) => item)].sort(([a], [b]) => a - b)
    const ofItems = items.map(([item, needs]) => ({ item, amount: sum(needs.map(amountOf)) }))
    const total = sum(own.map(amountOf))
    const baseUoms = [...new Set(own.map(({ row }) => row.shown.baseUom as Unit | null))]
    const [common = null] = baseUoms
    const preferred = baseUoms.length === 1 && common !== null && baseOf(common) === dimension ? common : dimension
    const lineUnits = [...new Set(own.map(({ row }) => row.as.line.uom))].sort()
    const isExact = (unit: Unit) =>
      [total, ...ofItems.map(({ amount }) => amount)].every(
        (amount) => decimalOf(inUnit(amount, dimension, unit)) !== null,
      )
    const uom = [preferred, dimension, ...lineUnits].find(isExact) ?? preferred
    const shown = (amount: Ratio | null) => amount && decimalOf(amount)
    const gross = inUnit(total, dimension, uom)
    const chosen = asked.withPrices ? chosenOffer(world, materialId, asked.priceBasis, dimension) : null
    let cost: CostOfMaterial | null = null
    if (chosen?.state === 'priced' && chosen.offer?.price && chosen.uom) {
      const { amount, currency } = chosen.offer.price
      const exact = times(inUnit(gross, uom, chosen.uom), ratioOf(amount))
      totals.set(currency, plus(totals.get(currency) ?? ZERO, exact))
      cost = { amount: decimalOf(exact), currency, mean: perPiece(exact) }
    }
    if (chosen?.state === 'unpriced') unpriced.push({ materialId, material, uom: uom as 'MTR' })
    if (chosen?.state === 'unconverted')
      unconverted.push({ materialId, material, uom: uom as 'MTR', priceUom: chosen.uom as 'MTR' | null })
    const { factory } = asked
    const stock = (measure: 'onHand' | 'available' | 'onOrder') =>
      factory === null ? null : stockOf(world, materialId, uom, factory, measure)
    const missing = difference(plus(stock('available') ?? ZERO, stock('onOrder') ?? ZERO), gross)
    const labels = own.map(({ row: { shown: entered } }) =>
      entered.materialName === null ? entered.material : `${entered.material} ${entered.materialName}`,
    )
    return {
      materialId,
      material,
      label: labels.toSorted(compareBytes)[0] ?? '',
      uom: uom as 'MTR',
      gross: shown(gross),
      mean: perPiece(gross),
      byItem: ofItems.map(({ item, amount }) => {
        const asItem = asked.items[item]
        const code = asItem && 'sku' in asItem ? asItem.sku : (asItem?.style ?? '')
        return { item, code, gross: shown(inUnit(amount, dimension, uom)) }
      }),
      supplier: chosen?.offer?.supplier ?? null,
      unitPrice: chosen?.offer?.price ?? null,
      priceUom: (chosen?.uom ?? null) as 'MTR' | null,
      cost,
      leadTimeDays: chosen?.offer?.leadTimeDays ?? null,
      onHand: shown(stock('onHand')),
      available: shown(stock('available')),
      onOrder: shown(stock('onOrder')),
      net: factory === null ? null : shown(missing.numerator < 0n ? ZERO : missing),
    }
  })
  const inOrder = (a: Named, b: Named) =>
    compareBytes(a.material, b.material) || compareBytes(a.materialId, b.materialId) || compareBytes(a.uom, b.uom)
  return {
    pieces,
    materials: rows.sort(inOrder),
    totals: [...totals]
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([currency, amount]) => ({ amount: decimalOf(amount), currency, mean: perPiece(amount) })),
    unpriced: unpriced.sort(inOrder),
    unconverted: unconverted.sort(inOrder),
    notFound,
  }
}

interface Named {
  material: string
  materialId: string
  uom: string
}
