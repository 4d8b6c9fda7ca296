import { type ExceptionInput, MOST_INPUTS } from '../../schemas/materials/exceptions.ts'
import type { StoredStep } from '../../schemas/materials/explanation.ts'
import { exactDecimal, type Quantity, roundedDecimal } from '../quantities/quantity.ts'
import { convert } from '../quantities/units.ts'
import type { PositionFacts, Unit } from './pair.ts'

/** One step in the explanation of an exception. */
export type Step = StoredStep
/** A value of a record that a step uses. */
export type StepValue = Step['inputs'][number]

/** The record that contains a value. */
type Source = Pick<ExceptionInput, 'kind' | 'id' | 'system' | 'instance' | 'recordId'>

const SCOPES = {
  position: 'materials:read',
  source_record: 'materials:read',
  requirement: 'materials:read',
  dataset: 'materials:read',
  material: 'graph:read',
  style: 'graph:read',
  supplier: 'graph:read',
  link: 'graph:read',
} as const satisfies Record<ExceptionInput['kind'], StepValue['scope']>

/** Returns a value of a record. Its scope is the one that readers of this kind of record need. */
export function recordValue(source: Source, name: string, value: string | null, uom: Unit | null = null): StepValue {
  const { kind, id, system, instance, recordId } = source
  return { kind, id, system, instance, recordId, name, value, uom, scope: SCOPES[kind] }
}

/** Returns a value of a BOM line, which requires the scope `bom:read`. */
export function lineValue(line: Source, name: string, value: string | null, uom: Unit): StepValue {
  return { ...recordValue(line, name, value, uom), scope: 'bom:read' }
}

/** A step whose value is a text, such as a code, a state, or a time. */
export function textStep(label: string, value: string | null, inputs: readonly StepValue[] = []): Step {
  return { label, value, uom: null, inputs: inputs.slice(0, MOST_INPUTS) }
}

const PLACES = 8

/**
 * Formats an amount: exactly if possible, otherwise rounded to 8 places. A mean over SKUs may have no exact decimal.
 */
export function amountText(amount: Quantity): { text: string; isExact: boolean } {
  const exact = exactDecimal(amount)
  return exact === null ? { text: roundedDecimal(amount, PLACES), isExact: false } : { text: exact, isExact: true }
}

/** A step whose value is an amount. The amount is given in a base unit, and shown in `uom` of the same dimension. */
export function amountStep(
  label: string,
  amount: Quantity,
  [baseUnit, uom]: readonly [Unit, Unit],
  inputs: readonly StepValue[] = [],
): Step {
  const { text, isExact } = amountText(convert(amount, baseUnit, uom) ?? amount)
  const note = isExact ? '' : `, rounded to ${PLACES} places`
  return { label: label + note, value: text, uom, inputs: inputs.slice(0, MOST_INPUTS) }
}

/** The name of a system and its instance for people. */
export function sourceName({ system, instance }: Pick<Source, 'system' | 'instance'>): string {
  return instance === null ? system : `${system} (${instance})`
}

/** The measures of a position that are in its unit. */
const MEASURES = [
  ...(['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'onOrderNonCancellable'] as const),
  ...(['required', 'boughtQuantity'] as const),
]
type MeasureName = (typeof MEASURES)[number]

/** Quantities of a position as sent. */
export function measuresOf(position: PositionFacts, ...names: MeasureName[]): StepValue[] {
  return names.map((name) => recordValue(position.record, name, position[name], position.uom))
}

/** Texts of a position as sent. */
export function textsOf(
  position: PositionFacts,
  ...names: ('uom' | 'supplier' | 'mpn' | 'asOf' | 'lastDemandAt' | 'ownership')[]
): StepValue[] {
  return names.map((name) => recordValue(position.record, name, position[name]))
}
