import { expect } from 'chai'
import fc from 'fast-check'
import { calculateMaterialRequirements } from '../../api/operations/bom/calculate-material-requirements.ts'
import type { RequirementItem } from '../../schemas/bom/material-requirements.ts'
import { call, codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { createChance, idOf, type TestLine } from '../support/bom/bom-model.ts'
import { recordsOf, worldUnits, writeOffers } from '../support/bom/offers.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { expectedRequirements, type OrderWorld } from '../support/bom/requirements-oracle.ts'
import { material, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { factoryIdOf, fillConnected, type TestPosition } from '../support/materials/connected.ts'
import { dataset, HOUR_MS, load, NOW, position } from '../support/materials/connected-rows.ts'

const graph = connectTestGraph()
const all = ['graph:read', 'bom:read', 'materials:read'] as const

function positionsOf(organization: string, record: string, chance: ReturnType<typeof createChance>): TestPosition[] {
  const id = idOf(organization, 'material', record)
  return ['FA-1', 'FA-2'].flatMap((factory) =>
    ['erp', 'wms', 'factory_portal', 'mes']
      .filter(() => chance.below(2) > 0)
      .map((system) =>
        position(
          organization,
          system,
          {
            material: { id, code: record, label: null },
            factory: { id: factoryIdOf(organization, factory), code: factory, label: null },
          },
          {
            asOf: `2027-03-1${chance.below(3)}T06:00:00.000Z`,
            uom: chance.pick(worldUnits),
            onHand: chance.pick([null, '0', '120.5']),
            available: chance.pick([null, '7.25', '-3', '100']),
            onOrder: chance.pick([null, '40', '0.5']),
          },
        ),
      ),
  )
}

describe('calculateMaterialRequirements', () => {
  const worlds = [4603, 4604, 4605, 4606].map((seed) => {
    const organization = freshOrganization()
    const boms = randomBoms(seed, { styles: 24, publications: 3, edits: 20 })
    const history = boms.map((bom, at) => published(bom, at + 1))
    return { seed, organization, bom: boms.at(-1) ?? [], history, offers: [], baseUoms: new Map(), positions: [] }
  })
  const [first] = worlds
  const { organization, bom, history } = first as (typeof worlds)[number]
  const snapshotOf = (seq: number) => history[seq - 1]?.snapshotId
  const orderWorlds: OrderWorld[] = []
  const calculate = async (input: object) =>
    call(calculateMaterialRequirements, input, contextFor(graph, organization, all))

  before(async () => {
    for (const { seed, ...own } of worlds) {
      await writeHistory(graph, own.organization, own.history)
      const chance = createChance(seed)
      const positions = recordsOf([own.bom]).flatMap((record) => positionsOf(own.organization, record, chance))
      await fillConnected(graph, own.organization, { positions })
      orderWorlds.push({ ...(await writeOffers(graph, own.organization, [own.bom], seed)), bom: own.bom, positions })
    }
  })
  after(() => graph.close())

  /** An item that names a style or SKU of the BOM by code or ID, or one that does not exist. */
  function itemAt({ organization, bom }: OrderWorld, pick: number, pieces: number): RequirementItem {
    const style = bom[pick % bom.length]
    const sku = style?.skus[pick % Math.max(1, style.skus.length)]
    const kind = pick % 11
    if (kind === 0) return { sku: 'nothing', pieces }
    if (kind === 1) return { style: 'nothing', sizes: { M: pieces } }
    if (kind < 5)
      return { sku: kind === 4 ? idOf(organization, 'sku', sku?.record ?? 'none') : (sku?.code ?? 'none'), pieces }
    const named = kind % 2 ? (style?.number ?? 'none') : idOf(organization, 'style', style?.record ?? '')
    const colorway = kind === 10 ? 'RED' : sku?.colorway
    if (kind === 7)
      return { style: named, ...(colorway ? { colorway } : {}), size: sku?.size ?? 'XXL', pieces: pieces - 1 }
    const sizes = { S: pieces, M: 0, [sku?.size ?? 'XXL']: pieces + 1, XXL: 1 }
    return { style: named, ...(typeof colorway === 'string' ? { colorway } : {}), sizes }
  }

  it('equals a brute-force calculation for random orders, with every price basis, with and without prices and stock', async () => {
    const seen = {
      materials: 0,
      costs: 0,
      exact: 0,
      unpriced: 0,
      unconverted: 0,
      notFound: new Set<string>(),
      currencies: 0,
    }
    const drawn = fc.record({
      worldNumber: fc.nat({ max: worlds.length - 1 }),
      picks: fc.array(fc.tuple(fc.nat({ max: 5000 }), fc.integer({ min: 1, max: 3000 })), {
        minLength: 1,
        maxLength: 12,
      }),
      priceBasis: fc.constantFrom('nominated', 'lowest', 'none'),
      stock: fc.constantFrom('all', 'none', { factory: 'FA-1' }),
      scopes: fc.subarray(['graph:read', 'materials:read'] as const),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ worldNumber, picks, priceBasis, stock, scopes }) => {
        const world = orderWorlds[worldNumber] as OrderWorld
        const factoryId = factoryIdOf(world.organization, 'FA-1')
        const items = picks.map(([pick, pieces]) => itemAt(world, pick, pieces))
        const reader = contextFor(graph, world.organization, ['bom:read', ...scopes])
        const given = { items, priceBasis, stock: typeof stock === 'object' ? { factory: factoryId } : stock }
        const { data, meta } = await call(calculateMaterialRequirements, given, reader)
        const withPrices = priceBasis !== 'none' && scopes.includes('graph:read')
        const withStock = stock !== 'none' && scopes.includes('materials:read')
        const factory = !withStock ? null : typeof stock === 'object' ? factoryId : 'all'
        const { snapshot, ...requirements } = data
        const wanted = expectedRequirements(world, { items, priceBasis: priceBasis as 'lowest', factory, withPrices })
        expect(requirements).to.deep.equal(wanted)
        expect(snapshot.snapshotId).to.equal(snapshotOf(3), 'the latest one')
        const leftOut = meta.notices.flatMap(({ code, scope }) => (code === 'left_out' ? [scope] : []))
        expect(leftOut).to.deep.equal([
          ...(priceBasis !== 'none' && !withPrices ? ['graph:read'] : []),
          ...(stock !== 'none' && !withStock ? ['materials:read'] : []),
        ])
        seen.materials += data.materials.length
        seen.costs += data.materials.filter(({ cost }) => cost !== null).length
        seen.exact += data.materials.filter(({ gross }) => gross !== null).length
        seen.unpriced += data.unpriced.length
        seen.unconverted += data.unconverted.length
        seen.currencies = Math.max(seen.currencies, data.totals.length)
        for (const { reason } of data.notFound) seen.notFound.add(reason)
      }),
      { numRuns: 160 },
    )
    expect(seen.materials).to.be.above(100)
    expect(seen.costs).to.be.above(10)
    expect(seen.exact).to.be.above(30).and.below(seen.materials)
    expect(seen.unpriced).to.be.above(10)
    expect(seen.unconverted).to.be.above(10)
    expect(seen.currencies).to.be.above(1)
    expect([...seen.notFound]).to.include.members(['no_such_sku', 'no_such_style', 'several_styles', 'no_such_size'])
  })

  const line = (own: Partial<TestLine>): TestLine => ({
    ref: 'L-1',
    lineNumber: 10,
    section: null,
    placement: null,
    material: { record: 'M-9', number: 'M-9', name: null, baseUom: 'MTR' },
    supplier: null,
    mpn: null,
    uom: 'MTR',
    basis: 'on_net',
    perUnits: 1,
    stage: 'bulk',
    isPrimary: true,
    rows: [{ sku: 'K-1', amount: '1.2', wastage: '5', color: null }],
    ...own,
  })

  async function garment(lines: TestLine[], colorways: (string | null)[] = [null]) {
    const own = freshOrganization()
    const skus = colorways.map((colorway, at) => ({ record: `K-${at + 1}`, code: `K-${at + 1}`, colorway, size: 'M' }))
    await writeHistory(graph, own, [published([{ record: 'S-1', number: 'S-1', skus, lines }], 1)])
    const mill = supplier(own, 'V-1')
    const cloth = material(own, 'M-9')
    const price = { amount: '3.85', currency: 'EUR' }
    const link = { type: 'SUPPLIED_BY' as const, from: cloth, to: mill, properties: { isNominated: true, price } }
    await fill(graph, own, { entities: [mill, cloth], links: [link] })
    return contextFor(graph, own)
  }

  it('returns the material cost of one garment for one piece of one SKU', async () => {
    const context = await garment([line({})])
    const { data } = await call(calculateMaterialRequirements, { items: [{ sku: 'K-1', pieces: 1 }] }, context)
    expect(data.totals).to.deep.equal([{ amount: '4.851', currency: 'EUR', mean: '4.851' }])
    expect(data.materials[0]).to.include({ gross: '1.26', uom: 'MTR', priceUom: 'MTR', net: '1.26', onHand: null })
  })

  it('returns null and a rounded mean for an amount without an exact decimal, with a notice', async () => {
    const context = await garment([line({ perUnits: 12 })])
    const ask = (pieces: number) =>
      call(calculateMaterialRequirements, { items: [{ sku: 'K-1', pieces }], stock: 'none' }, context)
    const { data, meta } = await ask(1)
    expect(data.materials[0]).to.deep.include({ gross: '0.105', mean: '0.105' })
    const odd = await garment([line({ perUnits: 12, rows: [{ sku: 'K-1', amount: '1', wastage: '0', color: null }] })])
    const one = await call(calculateMaterialRequirements, { items: [{ sku: 'K-1', pieces: 1 }], stock: 'none' }, odd)
    expect(one.data.materials[0]).to.deep.include({ gross: null, mean: '0.08333333' })
    expect(one.data.totals).to.deep.equal([{ amount: null, currency: 'EUR', mean: '0.32083333' }])
    expect([meta.notices, one.meta.notices.map(({ code }) => code)]).to.deep.equal([[], ['no_exact_amount']])
    const dozen = await call(calculateMaterialRequirements, { items: [{ sku: 'K-1', pieces: 12 }], stock: 'none' }, odd)
    expect(dozen.data.totals).to.deep.equal([{ amount: '3.85', currency: 'EUR', mean: '0.32083333' }])
  })

  it('names the datasets of the stock that counts if they are not fresh', async () => {
    const context = { ...(await garment([line({})])), now: () => new Date(NOW) }
    const own = context.organization
    const ends = {
      material: { id: idOf(own, 'material', 'M-9'), code: 'M-9', label: null },
      factory: { id: factoryIdOf(own, 'FA-1'), code: 'FA-1', label: null },
    }
    const states = [
      ['wms', { onHand: '5', available: null }],
      ['erp', { onHand: null, available: null, onOrder: '3' }],
      ['mes', { onHand: '9', available: '2' }],
      ['pim', { onHand: '9', available: null }],
    ] as const
    await fillConnected(graph, own, {
      positions: states.map(([system, more]) => position(own, system, ends, more)),
      datasets: ['wms', 'erp', 'pim'].map((system) => dataset(`${system}.material_stock`)),
      loads: [load('wms.material_stock', -HOUR_MS), load('erp.material_stock', -10 * HOUR_MS)],
    })
    const ask = (more: object) =>
      call(calculateMaterialRequirements, { items: [{ sku: 'K-1', pieces: 10 }], ...more }, context)
    const { data, meta } = await ask({})
    expect(data.materials[0]).to.include({ onHand: '5', available: '2', onOrder: '3', net: '7.6' })
    const detail =
      'Stock may be outdated, because these data are not fresh: ' +
      'erp.material_stock (stale), mes.material_stock (unknown).'
    expect(meta.notices).to.deep.equal([{ code: 'stale_stock', scope: null, detail }])
    expect((await ask({ stock: 'none' })).meta.notices).to.deep.equal([])
  })

  it('reports several_skus for a size that several colorways have, unless a colorway is given', async () => {
    const rows = ['K-1', 'K-2'].map((sku) => ({ sku, amount: '1', wastage: '0', color: null }))
    const context = await garment([line({ rows })], ['NVY', 'RED'])
    const ask = async (item: object) =>
      (await call(calculateMaterialRequirements, { items: [item], stock: 'none' }, context)).data
    const several = await ask({ style: 'S-1', sizes: { M: 5 } })
    expect(several.notFound).to.deep.equal([{ item: 0, code: 'S-1', size: 'M', reason: 'several_skus' }])
    expect([several.pieces, several.materials]).to.deep.equal([0, []])
    const one = await ask({ style: 'S-1', colorway: 'RED', sizes: { M: 5 } })
    expect([one.pieces, one.materials[0]?.gross, one.notFound]).to.deep.equal([5, '5', []])
  })

  it('uses the requested snapshot', async () => {
    const items = [{ sku: 'nothing', pieces: 1 }]
    const selected = async (input: object) => (await calculate({ items, ...input })).data.snapshot.snapshotId
    expect(await selected({ snapshotId: snapshotOf(1) })).to.equal(snapshotOf(1))
    expect(await selected({ asOf: '2027-03-02' })).to.equal(snapshotOf(2))
  })

  it('uses prices and stock of the organization of the caller only', async () => {
    const own = freshOrganization()
    await writeHistory(graph, own, history)
    const items = bom.slice(0, 5).flatMap(({ skus }) => skus.map(({ code }) => ({ sku: code, pieces: 2 })))
    const { data } = await call(calculateMaterialRequirements, { items }, contextFor(graph, own))
    expect(data.materials.length).to.be.above(0)
    expect(data.unpriced).to.have.length(data.materials.length)
    for (const { onHand, supplier: supplierRef } of data.materials)
      expect([onHand, supplierRef]).to.deep.equal([null, null])
  })

  it('rejects invalid items, snapshots, and factories, and a missing scope', async () => {
    const item = { sku: 'K', pieces: 1 }
    const refused: [object, string][] = [
      [{}, 'invalid_request'],
      [{ items: [] }, 'invalid_request'],
      [{ items: Array.from({ length: 501 }, () => item) }, 'invalid_request'],
      [{ items: [{ sku: 'K', pieces: 0 }] }, 'invalid_request'],
      [{ items: [{ sku: 'K', pieces: 1.5 }] }, 'invalid_request'],
      [{ items: [{ style: 'S', sizes: {} }] }, 'invalid_request'],
      [{ items: [{ style: 'S', sku: 'K', pieces: 1 }] }, 'invalid_request'],
      [{ items: [item], asOf: '2027-03-01', snapshotId: snapshotOf(1) }, 'invalid_request'],
      [{ items: [item], asOf: '2026-01-01' }, 'snapshot_not_found'],
      [{ items: [item], priceBasis: 'mean' }, 'invalid_request'],
      [{ items: [item], stock: { factory: 'nowhere' } }, 'record_not_found'],
    ]
    const context = contextFor(graph, organization)
    for (const [input, code] of refused)
      expect(await codeOf(calculateMaterialRequirements, input, context), JSON.stringify(input).slice(0, 100)).to.equal(
        code,
      )
    const without = contextFor(graph, organization, ['bom:read'])
    // A caller without materials:read gets no error: it would reveal that the factory does not exist.
    expect(
      await codeOf(calculateMaterialRequirements, { items: [item], stock: { factory: 'nowhere' } }, without),
    ).to.equal(null)
    const lacking = contextFor(graph, organization, ['graph:read', 'materials:read'])
    expect(await codeOf(calculateMaterialRequirements, { items: [item] }, lacking)).to.equal('insufficient_scope')
  })
})
