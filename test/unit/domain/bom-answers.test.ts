import { expect } from 'chai'
import { changesOfStyle, type RowChange, skusOfBoth } from '../../../domain/bom/changes/changes-of-style.ts'
import { createComparison } from '../../../domain/bom/changes/compare-groups.ts'
import { CostEffects } from '../../../domain/bom/changes/cost-effects.ts'
import { skusOf } from '../../../domain/bom/expand-rows.ts'
import { YieldSummary } from '../../../domain/bom/yield-summary.ts'
import { chooseOffer, type Offer } from '../../../domain/requirements/choose-offer.ts'
import { GrossByMaterial } from '../../../domain/requirements/gross-by-material.ts'
import { resolveItems } from '../../../domain/requirements/resolve-items.ts'
import { shownRequirements } from '../../../domain/requirements/shown-requirements.ts'
import { type StockPosition, stockOfMaterial } from '../../../domain/requirements/stock-of-material.ts'
import type { PriceBasis, RequirementItem } from '../../../schemas/bom/material-requirements.ts'
import { YieldGrouping, YieldOrder } from '../../../schemas/bom/yield-summary.ts'
import { storedLine, storedStyle as styleDocument } from '../../../schemas/stored/bom.ts'
import { createChance, idOf, type TestBom } from '../../support/bom/bom-model.ts'
import { expectedChanges, oracleRows } from '../../support/bom/bom-oracle.ts'
import { storedLines, storedStyle } from '../../support/bom/bom-stored.ts'
import { expectedEffects } from '../../support/bom/cost-effect-oracle.ts'
import { randomOffers } from '../../support/bom/offers.ts'
import { randomBoms } from '../../support/bom/random-boms.ts'
import { expectedRequirements, type OrderWorld } from '../../support/bom/requirements-oracle.ts'
import { expectedSummary } from '../../support/bom/yield-summary-oracle.ts'
import { position } from '../../support/materials/connected-rows.ts'

const organization = 'quillmere'
const seeds = Array.from({ length: 12 }, (_, at) => 900 + at)
const bases = ['nominated', 'lowest'] as const

const offersOf = ({ offers, baseUoms }: Omit<OrderWorld, 'bom'>) =>
  new Map(
    [...baseUoms].map(([id, baseUom]) => {
      const own = offers.filter(({ material }) => idOf(organization, 'material', material) === id)
      return [
        id,
        { baseUom, offers: own.map((one) => ({ ...one, isNominated: one.isNominated === true }) as Offer) },
      ] as const
    }),
  )

describe('the summary of yields', () => {
  it('equals a brute-force summary for the stored lines of random BOMs', () => {
    for (const seed of seeds) {
      const [bom = []] = randomBoms(seed, { styles: 20, publications: 1 })
      const rows = oracleRows(organization, bom)
      for (const [at, first] of YieldGrouping.options.entries()) {
        const second = YieldGrouping.options[(at + seed) % YieldGrouping.options.length] ?? first
        const groupBy = second === first ? [first] : [first, second]
        const order = YieldOrder.options[(at + seed) % YieldOrder.options.length] ?? 'rows'
        const sku = seed % 3 ? undefined : rows[seed % rows.length]?.shown.sku
        const summary = new YieldSummary({ groupBy, order, sku })
        for (const style of bom) {
          const stored = storedStyle(organization, style)
          const { styleId, style: number } = stored
          const known = { styleId, number, season: null, skus: skusOf(stored) }
          summary.add(known, storedLines(organization, style))
        }
        const asked = { groupBy, order, top: 10, filters: { sku } }
        const wanted = expectedSummary(rows, asked, {
          seasons: new Map(),
          states: new Map(),
          certifications: new Map(),
        })
        expect(summary.result(10), `${seed} ${groupBy}`).to.deep.equal(wanted)
      }
    }
  })
})

describe('material requirements', () => {
  /** The requirements of items from a BOM, with the offers of `world`. */
  function calculated(bom: TestBom, items: RequirementItem[], world: Omit<OrderWorld, 'bom'>, priceBasis: PriceBasis) {
    const styles = bom.map((style) => skusOf(storedStyle(organization, style)))
    const { wanted, pieces, notFound } = resolveItems(items, styles)
    const needs = new GrossByMaterial()
    for (const style of bom) {
      const ofStyle = wanted.get(idOf(organization, 'style', style.record))
      for (const line of ofStyle ? storedLines(organization, style) : []) if (ofStyle) needs.addLine(line, ofStyle)
    }
    const facts = { items, pieces, offers: offersOf(world), priceBasis, positions: null }
    const {
      severalCurrencies: _several,
      unconvertedPositions: _left,
      stockDatasets: _datasets,
      ...shown
    } = shownRequirements(needs.list(), facts)
    return { pieces, ...shown, notFound }
  }

  it('equal a brute-force calculation for random orders', () => {
    for (const seed of seeds) {
      const [bom = []] = randomBoms(seed, { styles: 16, publications: 1 })
      const { world } = randomOffers(organization, [bom], seed)
      const chance = createChance(seed)
      const items = Array.from({ length: 8 }, (): RequirementItem => {
        const style = bom[chance.below(bom.length)]
        const sku = style?.skus[chance.below(style.skus.length)]
        const pieces = 1 + chance.below(40)
        if (chance.below(2)) return { sku: sku?.code ?? 'none', pieces }
        if (chance.below(2)) return { style: style?.number ?? 'none', size: sku?.size ?? 'none', pieces }
        return { style: style?.number ?? 'none', sizes: { [sku?.size ?? 'none']: pieces, XXL: 1 } }
      })
      for (const priceBasis of bases) {
        const wanted = expectedRequirements({ ...world, bom }, { items, priceBasis, factory: null, withPrices: true })
        expect(calculated(bom, items, world, priceBasis), `${seed} ${priceBasis}`).to.deep.equal(wanted)
      }
    }
  })

  const offer = (code: string, isNominated: boolean, amount: string | null, more: Partial<Offer> = {}): Offer => ({
    supplier: { id: code, code, label: code },
    isNominated,
    price: amount === null ? null : { amount, currency: 'EUR' },
    priceUom: null,
    leadTimeDays: null,
    ...more,
  })
  const chosen = (offers: Offer[], basis: PriceBasis) => {
    const { offer: one, state, hasSeveralCurrencies } = chooseOffer({ baseUom: 'MTR', offers }, basis, 'MTR')
    return [one?.supplier.code, state, hasSeveralCurrencies]
  }

  it('use the price of the nominated supplier, or the lowest one per base unit', () => {
    const offers = [offer('A', false, '3'), offer('B', true, '4'), offer('C', false, '0.04', { priceUom: 'CMT' })]
    expect(chosen(offers, 'nominated')).to.deep.equal(['B', 'priced', false])
    expect(chosen(offers, 'lowest')).to.deep.equal(['A', 'priced', false])
    expect(chosen([offer('A', false, '3')], 'nominated')).to.deep.equal([undefined, 'unpriced', false])
    expect(chosen([offer('A', true, '3'), offer('B', true, '2')], 'nominated')).to.deep.equal(['B', 'priced', false])
    expect(chosen([offer('A', true, '3', { priceUom: 'KGM' })], 'nominated')).to.deep.equal(['A', 'unconverted', false])
  })

  it('report a size that two colorways have, and subtract stock and open orders', () => {
    const [pattern] = randomBoms(900, { styles: 20, publications: 1 }).flatMap((bom) =>
      bom.flatMap(({ lines }) => lines),
    )
    const skus = ['NVY', 'RED'].map((colorway) => ({ record: colorway, code: colorway, colorway, size: 'M' }))
    const line = {
      ...(pattern as NonNullable<typeof pattern>),
      ...{ material: { record: 'M', number: 'M', name: null, baseUom: 'MTR' as const }, uom: 'MTR' as const },
      ...{
        perUnits: 1 as const,
        rows: skus.map(({ record: sku }) => ({ sku, amount: '2', wastage: '0', color: null })),
      },
    }
    const style = { record: 'S', number: 'S', skus, lines: [line] }
    const known = [skusOf(storedStyle(organization, style))]
    expect(resolveItems([{ style: 'S', sizes: { M: 5 } }], known).notFound).to.deep.equal([
      { item: 0, code: 'S', size: 'M', reason: 'several_skus' },
    ])
    const items: RequirementItem[] = [{ style: 'S', colorway: 'RED', sizes: { M: 5 } }]
    const { wanted, pieces } = resolveItems(items, known)
    const needs = new GrossByMaterial()
    const ofStyle = wanted.get(idOf(organization, 'style', 'S')) ?? new Map()
    for (const stored of storedLines(organization, style)) needs.addLine(stored, ofStyle)
    const [material = ''] = needs.list().map(({ materialId }) => materialId)
    const ends = { material: { id: material, code: 'M', label: null }, factory: { id: 'F', code: 'F', label: null } }
    const stock = position(organization, 'erp', ends, { available: '3', onOrder: '4.5' })
    const facts = {
      items,
      pieces,
      offers: null,
      priceBasis: 'none' as const,
      positions: new Map([[material, [stock]]]),
    }
    const [shown] = shownRequirements(needs.list(), facts).materials
    expect([shown?.gross, shown?.net]).to.deep.equal(['10', '2.5'])
  })

  it('do not compare prices in different currencies', () => {
    const inDollars = { price: { amount: '1', currency: 'USD' } }
    const offers = [offer('A', false, null, inDollars), offer('B', false, '5'), offer('C', false, '4')]
    expect(chosen(offers, 'lowest')).to.deep.equal(['C', 'priced', true])
    expect(chosen([...offers, offer('D', true, null, inDollars)], 'lowest')).to.deep.equal(['D', 'priced', true])
  })

  it('use stock at each factory from its source of truth, and open orders from the ERP', () => {
    const at = (system: string, factory: string, more: Partial<StockPosition>) => {
      const ends = {
        material: { id: 'm', code: 'M', label: null },
        factory: { id: factory, code: factory, label: null },
      }
      const unknown = { onHand: null, available: null, onOrder: null }
      return position(organization, system, ends, { ...unknown, ...more })
    }
    const positions = [
      at('erp', 'F-1', { asOf: '2027-03-14T05:00:00.000Z', onHand: '90', onOrder: '7' }),
      at('wms', 'F-1', { asOf: '2027-03-13T05:00:00.000Z', onHand: '100', onOrder: '8' }),
      at('mdm', 'F-1', { asOf: '2027-03-14T05:00:00.000Z', onHand: '3' }),
      at('mes', 'F-2', { asOf: '2027-03-12T05:00:00.000Z', onHand: '1', onOrder: '2' }),
      at('pim', 'F-2', { asOf: '2027-03-14T05:00:00.000Z', uom: 'CMT', onHand: '500' }),
      at('wms', 'F-3', { uom: 'KGM', onHand: '9' }),
    ]
    const { stock, datasetIds, unconverted } = stockOfMaterial(positions, 'MTR')
    const numbers = Object.values(stock).map(
      (amount) => amount && Number(amount.numerator) / Number(amount.denominator),
    )
    expect([numbers, unconverted]).to.deep.equal([[105, null, 9], 1])
    expect([...datasetIds].sort()).to.deep.equal(
      ['erp', 'mes', 'pim', 'wms'].map((system) => `${system}.material_stock`),
    )
  })
})

describe('cost effects', () => {
  it('equal a brute-force calculation for the changes of random BOMs', () => {
    let priced = 0
    for (const seed of seeds) {
      const [from = [], to = []] = randomBoms(seed, { styles: 12, publications: 2, edits: 30 })
      const { world } = randomOffers(organization, [from, to], seed)
      const offers = offersOf(world)
      for (const basis of bases) {
        const prices = new CostEffects((id, dimension) => {
          const own = offers.get(id)
          return own ? chooseOffer(own, basis, dimension).price : null
        })
        const records = new Set([...from, ...to].map(({ record }) => record))
        const changes = [...records].flatMap((record) => addedTo(prices, record, from, to))
        const wanted = expectedEffects(
          expectedChanges(organization, from, to).filter(({ changeType }) => changeType !== 'unchanged'),
          { from, to, world, basis },
        )
        for (const record of records) {
          const id = idOf(organization, 'style', record)
          expect(prices.ofStyle(id), `${seed} ${record}`).to.deep.equal(wanted.ofStyle(id))
        }
        for (const number of ['M-1', 'M-2', 'M-3']) {
          const id = idOf(organization, 'material', number)
          expect(prices.ofMaterial(id), `${seed} ${number}`).to.deep.equal(wanted.ofMaterial(id))
        }
        priced += changes.filter((change) => prices.ofRow(change).costEffect.length > 0).length
      }
    }
    expect(priced).to.be.above(100)
  })

  /** Adds the changes of a style to the effects, and returns them. */
  function addedTo(effects: CostEffects, record: string, from: TestBom, to: TestBom): RowChange[] {
    const [before, after] = [from, to].map((bom) => bom.find((style) => style.record === record))
    const documents = (style: typeof before) =>
      style ? storedLines(organization, style).map((line) => storedLine.write(line)) : []
    const document = (style: typeof before) => (style ? styleDocument.write(storedStyle(organization, style)) : null)
    const versions = {
      before: document(before),
      after: document(after),
      linesBefore: documents(before),
      linesAfter: documents(after),
      commonLines: [],
    }
    const changes = changesOfStyle(versions, createComparison()).filter(({ changeType }) => changeType !== 'unchanged')
    effects.addStyle(idOf(organization, 'style', record), changes, skusOfBoth(versions, undefined))
    return changes
  }
})
