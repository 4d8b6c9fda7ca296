import { expect } from 'chai'
import type { PositionException } from '../../../schemas/materials/exceptions.ts'
import type { ExplanationInput, ExplanationStep } from '../../../schemas/materials/explanation.ts'

/**
 * Checks by arithmetic that an explanation leads to its exception. It shares no code with the rules. Numbers are
 * fractions of integers, and values that are rounded to 8 places are compared as such.
 */
type Fraction = readonly [bigint, bigint]
type Value = Pick<ExplanationInput, 'kind' | 'id' | 'system' | 'name' | 'value' | 'uom'>
type Step = Omit<ExplanationStep, 'inputs'> & { inputs: readonly Value[] }

const factors: Record<string, string> = {
  ...{ MTR: '1', YRD: '0.9144', CMT: '0.01', INH: '0.0254', KGM: '1', GRM: '0.001', LBR: '0.45359237' },
  ...{ EA: '1', DZN: '12' },
}

export function fraction(text: string): Fraction {
  const [whole = '', places = ''] = text.split('.')
  return [BigInt(whole + places), 10n ** BigInt(places.length)]
}
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const over = (a: Fraction, [c, d]: Fraction): Fraction => times(a, [d, c])
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const minus = (a: Fraction, [c, d]: Fraction): Fraction => plus(a, [-c, d])
const isSame = ([a, b]: Fraction, [c, d]: Fraction) => a * d === c * b
const isNear = (a: Fraction, b: Fraction, by: Fraction) => {
  const [n, d] = minus(a, b)
  const [size, limit] = [(n < 0n ? -n : n) * by[1], d * by[0]]
  return size * (d < 0n ? -1n : 1n) <= limit * (d < 0n ? -1n : 1n)
}
const ofUnit = (uom: string | null) => fraction(factors[uom ?? ''] ?? '1')

/** The result of a step, computed from its inputs in its unit; null for a step that only states values. */
function resultOf({ label, uom, inputs }: Step): Fraction | null {
  const inputOf = (name: string): Fraction => {
    const input = inputs.find((one) => one.name === name)
    if (input?.value == null) throw new Error(`${label} lacks ${name}`)
    return over(times(fraction(input.value), ofUnit(input.uom)), ofUnit(uom))
  }
  if (label.startsWith('projected'))
    return minus(
      plus(plus(minus(inputOf('onHand'), inputOf('qualityHold')), inputOf('inTransit')), inputOf('onOrder')),
      inputOf('required'),
    )
  if (label.startsWith('liabilityQuantity')) {
    const own = inputs.find(({ name }) => name === 'ownership')?.value === 'brand' ? inputOf('onHand') : fraction('0')
    return minus(plus(plus(own, inputOf('inTransit')), inputOf('onOrderNonCancellable')), inputOf('required'))
  }
  if (label.startsWith('boughtQuantity × 0.1')) return times(inputOf('boughtQuantity'), fraction('0.1'))
  if (label.startsWith('Open production')) {
    const [units, gross] = inputs
    if (units?.value == null || gross?.value == null) throw new Error(`${label} lacks a value`)
    return over(times(times(fraction(units.value), fraction(gross.value)), ofUnit(gross.uom)), ofUnit(uom))
  }
  const [only, ...others] = inputs
  return uom !== null && only && others.length === 0 ? inputOf(only.name) : null
}

const PLACES: Fraction = [1n, 10n ** 8n]

/** Fails unless the steps lead to the values of the exception. */
export function assertExplained(
  exception: Pick<PositionException, 'code' | 'observed' | 'expected' | 'delta' | 'uom'>,
  steps: readonly Step[],
): void {
  const explained = `${exception.code}: ${JSON.stringify(steps)}`
  expect(steps.length, explained).to.be.above(1)
  for (const step of steps) {
    const result = resultOf(step)
    if (result === null || step.value === null) continue
    // A rounded mean is multiplied by the number of pieces.
    const pieces = step.inputs.find(({ name }) => name === 'units')?.value ?? '1'
    const allowed = step.label.includes('rounded') ? times(PLACES, fraction(pieces)) : fraction('0')
    expect(isNear(fraction(step.value), result, allowed), `${step.label} of ${explained}`).to.equal(true)
  }
  const { observed, expected, delta, uom } = exception
  for (const value of [observed, expected]) {
    if (value === null || value === 'one owner' || value === 'one record' || value.startsWith('not older')) continue
    const parts = steps.map((step) => step.value ?? '')
    expect(parts.includes(value) || value.split(', ').every((part) => parts.includes(part)), explained).to.equal(true)
  }
  const last = steps.at(-1)
  if (last?.label.startsWith('Difference: observed') === true) assertDifference(steps, explained)
  if (delta === null) return
  expect([last?.value, last?.uom], explained).to.deep.equal([delta, uom])
}

/** Checks that the difference is that of the two amounts before it, and open production is the sum of its parts. */
function assertDifference(steps: readonly Step[], explained: string): void {
  const amounts = steps.filter(({ uom, label }) => uom !== null && !label.startsWith('Allowed'))
  const [observed, ...others] = amounts
  const [expected, difference] = others.slice(-2)
  const parts = others.slice(0, -2)
  const numbers = [observed, expected, difference].map((step) => fraction(step?.value ?? 'x'))
  const [one = fraction('0'), other = fraction('0'), delta = fraction('0')] = numbers
  const isRounded = steps.some(({ label }) => label.includes('rounded'))
  const near = (a: Fraction, b: Fraction, count: number) =>
    isRounded ? isNear(a, b, times(PLACES, [BigInt(count + 1), 1n])) : isSame(a, b)
  expect(near(minus(one, other), delta, 2), explained).to.equal(true)
  if (parts.length === 0) return
  const sum = parts.reduce((all, { value }) => plus(all, fraction(value ?? 'x')), fraction('0'))
  expect(near(sum, other, parts.length), explained).to.equal(true)
}
