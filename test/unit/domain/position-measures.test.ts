import { expect } from 'chai'
import fc from 'fast-check'
import { derivedMeasures, type PositionParts } from '../../../domain/quantities/position-measures.ts'

const parts: PositionParts = {
  onHand: '100.5',
  qualityHold: '10.25',
  allocated: '30',
  inTransit: '20',
  onOrder: '50',
  onOrderNonCancellable: '15',
  required: '120.0001',
  ownership: 'brand',
  unitCost: { amount: '2.4', currency: 'EUR' },
}

describe('the derived measures of a position', () => {
  it('are exact', () => {
    expect(derivedMeasures(parts)).to.deep.equal({
      available: '60.25',
      projected: '40.2499',
      liabilityQuantity: '15.4999',
      liabilityValue: { amount: '37.19976', currency: 'EUR' },
    })
  })

  it('can be negative, except for the liability', () => {
    const { available, projected, liabilityQuantity, liabilityValue } = derivedMeasures({
      ...parts,
      onHand: '-1',
      required: '1000',
    })
    expect({ available, projected }).to.deep.equal({ available: '-41.25', projected: '-941.25' })
    expect(liabilityQuantity).to.equal('0')
    expect(liabilityValue).to.deep.equal({ amount: '0', currency: 'EUR' })
  })

  it('do not include stock that the brand does not own in the liability, even if its quantity is unknown', () => {
    for (const ownership of ['factory', 'supplier_consignment'] as const) {
      const { liabilityQuantity } = derivedMeasures({ ...parts, ownership, onHand: null, required: '30' })
      expect(liabilityQuantity).to.equal('5')
    }
  })

  const needs = {
    available: ['onHand', 'qualityHold', 'allocated'],
    projected: ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required'],
    liabilityQuantity: ['onHand', 'inTransit', 'onOrderNonCancellable', 'required', 'ownership'],
    liabilityValue: ['onHand', 'inTransit', 'onOrderNonCancellable', 'required', 'ownership', 'unitCost'],
  } as const
  for (const name of Object.keys(parts) as (keyof PositionParts)[]) {
    it(`are null without ${name} if and only if they depend on it`, () => {
      const derived = derivedMeasures({ ...parts, [name]: null })
      for (const [measure, wanted] of Object.entries(needs)) {
        const isNull = derived[measure as keyof typeof derived] === null
        expect(isNull, measure).to.equal((wanted as readonly string[]).includes(name))
      }
    })
  }

  it('are null without an exact decimal', () => {
    const { liabilityValue } = derivedMeasures({
      ...parts,
      required: '0',
      onHand: '0.000000001',
      unitCost: { amount: '0.000000001', currency: 'EUR' },
    })
    expect(liabilityValue).to.equal(null)
    const large = { ...parts, onHand: '9999999999', inTransit: '9999999999' }
    expect(derivedMeasures(large).projected).to.equal(null)
  })

  it('equal a calculation with integers of ten-thousandths', () => {
    const amount = fc.integer({ min: -50_000_000, max: 50_000_000 })
    const decimal = (value: number) => {
      const digits = String(Math.abs(value)).padStart(5, '0')
      const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
      return value < 0 && text !== '0' ? `-${text}` : text
    }
    const names = ['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'onOrderNonCancellable', 'required']
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount, amount, amount, amount), (values) => {
        const [onHand, hold, allocated, transit, order, firm, required] = values
        const sent = Object.fromEntries(names.map((name, at) => [name, decimal(values[at] ?? 0)]))
        const derived = derivedMeasures({ ...parts, ...sent })
        expect(derived.available).to.equal(decimal(onHand - hold - allocated))
        expect(derived.projected).to.equal(decimal(onHand - hold + transit + order - required))
        expect(derived.liabilityQuantity).to.equal(decimal(Math.max(0, onHand + transit + firm - required)))
      }),
    )
  })
})
