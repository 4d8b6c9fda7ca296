import { expect } from 'chai'
import fc from 'fast-check'
import { exactDecimal, quantity } from '../../../domain/quantities/quantity.ts'
import {
  defaultTolerance,
  inBaseUnit,
  isWithin,
  type Tolerance,
  toleranceOf,
} from '../../../domain/quantities/tolerance.ts'

type Unit = Parameters<typeof inBaseUnit>[1]

const within = (a: string, b: string, unit: Unit, tolerance: Tolerance = defaultTolerance) =>
  isWithin(quantity(a), quantity(b), unit, tolerance)

describe('a tolerance', () => {
  it('ends exactly at its percentage of the larger amount, in both directions', () => {
    expect(within('1000', '990', 'EA')).to.equal(true)
    expect(within('1000', '989.9999999999999999', 'EA')).to.equal(false)
    expect(within('990', '1000', 'EA')).to.equal(true)
    expect(within('989', '1000', 'EA')).to.equal(false)
    expect(within('-1000', '-990', 'EA')).to.equal(true)
    expect(within('-5', '5', 'EA')).to.equal(false)
  })

  it('ends exactly at its absolute amount if that is larger', () => {
    for (const [unit, edge, beyond] of [
      ['MTR', '1', '1.0001'],
      ['KGM', '0.5', '0.5001'],
      ['EA', '0', '0.0001'],
      ['MTK', '0', '0.0001'],
    ] as const) {
      expect(within('0', edge, unit), unit).to.equal(true)
      expect(within('0', beyond, unit), unit).to.equal(false)
      expect(within(beyond, '0', unit), unit).to.equal(false)
    }
  })

  it('defaults to the standard one, for each part that the caller leaves out', () => {
    expect(toleranceOf()).to.deep.equal(defaultTolerance)
    expect(toleranceOf({ percent: '5' })).to.deep.equal({ percent: '5', absolute: { EA: '0', MTR: '1', KGM: '0.5' } })
    expect(toleranceOf({ absolute: {} })).to.deep.equal({ percent: '1', absolute: {} })
  })

  it('can be given in another unit of the same dimension', () => {
    const yards: Tolerance = { percent: '0', absolute: { YRD: '2', KGM: '100' } }
    expect(within('10', '11.8288', 'MTR', yards)).to.equal(true)
    expect(within('10', '11.8289', 'MTR', yards)).to.equal(false)
  })

  it('does not depend on the order of the two amounts', () => {
    const amount = fc.integer({ min: -2000, max: 2000 }).map(String)
    fc.assert(
      fc.property(amount, amount, fc.constantFrom('MTR', 'EA', 'KGM'), (a, b, unit) => {
        expect(within(a, b, unit)).to.equal(within(b, a, unit))
      }),
    )
  })
})

describe('an amount in the base unit', () => {
  it('is exact', () => {
    const inBase = (amount: string, unit: Unit) => {
      const base = inBaseUnit(quantity(amount), unit)
      return `${exactDecimal(base.amount)} ${base.unit}`
    }
    expect(inBase('3', 'YRD')).to.equal('2.7432 MTR')
    expect(inBase('1', 'LBR')).to.equal('0.45359237 KGM')
    expect(inBase('1.5', 'GRO')).to.equal('216 EA')
    expect(inBase('7', 'SET')).to.equal('7 SET')
  })
})
