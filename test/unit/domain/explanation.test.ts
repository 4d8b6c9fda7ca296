import { expect } from 'chai'
import fc from 'fast-check'
import { evaluatePair } from '../../../domain/exceptions/evaluate-pair.ts'
import type { NeededBy, Pair, PositionFacts } from '../../../domain/exceptions/pair.ts'
import { add, multiply, type Quantity, quantity, ratio } from '../../../domain/quantities/quantity.ts'
import { convert } from '../../../domain/quantities/units.ts'
import { quantityCodes } from '../../../schemas/materials/exceptions.ts'
import { StoredStep } from '../../../schemas/materials/explanation.ts'
import { cases, need, pairOf, stock } from '../../support/materials/exception-cases.ts'
import { assertExplained } from '../../support/materials/explained.ts'
import { pair, position, record } from '../../support/materials/positions.ts'

describe('the explanation of an exception', () => {
  it('leads to the values of the exception in each case', () => {
    // Derived measures and requirements without parts have a result only, and no steps that lead to it.
    const isDerivedAlone = (given: Pair) =>
      given.need?.parts.length === 0 ||
      given.positions.some((one) => one.projected !== null || one.liabilityQuantity !== null)
    for (const [, given] of cases)
      for (const finding of evaluatePair(given)) {
        for (const step of finding.steps) expect(StoredStep.parse(step)).to.deep.equal(step)
        if (!isDerivedAlone(given)) assertExplained(finding, finding.steps)
      }
  })

  it('leads to the values of the exception for random positions and orders', () => {
    const counts = new Map<string, number>()
    fc.assert(
      fc.property(worlds, (given) => {
        for (const finding of evaluatePair(given)) {
          assertExplained(finding, finding.steps)
          counts.set(finding.code, (counts.get(finding.code) ?? 0) + 1)
        }
      }),
      { numRuns: 400, seed: 46 },
    )
    for (const code of quantityCodes) expect(counts.get(code), code).to.be.above(20)
  })

  it('names the order, its number of pieces, and the mean gross yield', () => {
    const one = part({ units: 2100, gross: quantity('0.51554'), requirement: record('requirement', 'PO-41-1-1') })
    const given = pair({ positions: [position({ required: '900' })], need: sumOf([one]) })
    const [found] = evaluatePair(given)
    expect(found?.steps.map(({ label, value, uom }) => [label, value, uom])).to.deep.equal([
      ['required of erp (main)', '900', 'MTR'],
      ['Open production PO-41-1-1 of ST-1, body: 2100 pieces × mean gross yield 0.51554 MTR', '1082.634', 'MTR'],
      ['Required by open production', '1082.634', 'MTR'],
      ['Allowed difference (the tolerance)', '10.82634', 'MTR'],
      ['Difference: observed minus expected', '-182.634', 'MTR'],
    ])
    const scopes = found?.steps.map(({ inputs }) => inputs.map(({ name, scope }) => `${name} ${scope}`))
    expect(scopes).to.deep.equal([
      ['required materials:read'],
      ['units materials:read', 'meanGrossYield bom:read'],
      ...[[], [], []],
    ])
  })

  it('rounds only values without an exact decimal, and marks them', () => {
    const third = part({ units: 100, gross: ratio(1n, 3n) })
    const given = pair({ positions: [position({ required: '1' })], need: sumOf([third]) })
    const [found] = evaluatePair(given)
    expect(found?.delta).to.equal(null)
    expect(found?.steps.map(({ label, value }) => `${label} = ${value}`)).to.deep.equal([
      'required of erp (main) = 1',
      'Open production PO-1 of ST-1, body: 100 pieces × mean gross yield 0.33333333 MTR (rounded to 8 places), ' +
        'rounded to 8 places = 33.33333333',
      'Required by open production, rounded to 8 places = 33.33333333',
      'Allowed difference (the tolerance) = 1',
      'Difference: observed minus expected, rounded to 8 places = -32.33333333',
    ])
  })

  it('lists the twenty largest orders, and the sum of the others', () => {
    const orders = Array.from({ length: 45 }, (_, at) =>
      part({ units: at + 1, requirement: record('requirement', `PO-${at + 1}`) }),
    )
    const given = pair({ positions: [position({ required: '1' })], need: sumOf(orders) })
    const [found] = evaluatePair(given)
    const labels = found?.steps.map(({ label }) => label) ?? []
    expect(labels[1]).to.include('PO-45 ')
    expect(labels[20]).to.include('PO-26 ')
    expect(labels.slice(21, 23)).to.deep.equal(['25 further parts', 'Required by open production'])
    assertExplained(
      found ?? { code: 'SHORTAGE', observed: null, expected: null, delta: null, uom: null },
      found?.steps ?? [],
    )
    const turned = { ...given, need: sumOf(orders.toReversed()) }
    expect(evaluatePair(turned)[0]?.steps).to.deep.equal(found?.steps)
  })
})

/** The part of open production from one order and one BOM line; 0.5 m per piece by default. */
function part(fields: Partial<NeededBy> = {}): NeededBy {
  const own = {
    requirement: record('requirement', 'PO-1'),
    units: 1,
    product: 'ST-1',
    line: record('link', 'L-1'),
    placement: 'body',
    gross: quantity('0.5'),
    uom: 'MTR' as const,
    isMean: true,
    ...fields,
  }
  return { ...own, amount: convert(multiply(own.gross, ratio(BigInt(own.units))), own.uom, 'MTR') ?? ratio(0n) }
}

function sumOf(parts: NeededBy[]) {
  const amount = parts.reduce((sum: Quantity, one) => add(sum, one.amount), ratio(0n))
  return { ...need('0'), amount, parts }
}

/** A random decimal with at most two places and no trailing zeros. */
const hundredths = (most: number) => fc.integer({ min: -most, max: most }).map((n) => String(n / 100))
const some = fc.integer({ min: 0, max: 50_000 }).map((n) => String(n / 100))
const lengths = fc.constantFrom('MTR', 'YRD', 'CMT')

/** Random positions of a system, whose derived measures are computed here in hundredths. */
const positions = (system: string) =>
  fc
    .record({
      onHand: hundredths(50_000),
      ...{ qualityHold: some, allocated: some, inTransit: some, onOrder: some, onOrderNonCancellable: some },
      ...{ required: some, boughtQuantity: some },
      ownership: fc.constantFrom('brand' as const, 'supplier' as const),
      lastDemandAt: fc.constantFrom('2026-10-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'),
      uom: lengths,
    })
    .map((one): PositionFacts => {
      const n = (text: string) => Math.round(Number(text) * 100)
      const projected = n(one.onHand) - n(one.qualityHold) + n(one.inTransit) + n(one.onOrder) - n(one.required)
      const owned = one.ownership === 'brand' ? n(one.onHand) : 0
      const liability = owned + n(one.inTransit) + n(one.onOrderNonCancellable) - n(one.required)
      const derived = { projected: String(projected / 100), liabilityQuantity: String(Math.max(0, liability) / 100) }
      return stock(system, one.onHand, { ...one, ...derived } as Partial<PositionFacts>)
    })

const parts = fc
  .record({
    units: fc.integer({ min: 1, max: 5000 }),
    gross: fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(1, 2, 3, 7, 12)),
    uom: lengths,
    isMean: fc.boolean(),
  })
  .map(({ gross: [n, d], ...rest }) => part({ ...rest, gross: ratio(BigInt(n), BigInt(d * 100)) }))

const worlds = fc
  .record({
    stocks: fc.tuple(positions('erp'), positions('wms'), positions('factory_portal')),
    needed: fc.array(parts, { minLength: 1, maxLength: 30 }),
    isAllocated: fc.constantFrom(true, false),
  })
  .map(({ stocks, needed, isAllocated }): Pair => ({ ...pairOf(...stocks), need: sumOf(needed), isAllocated }))
