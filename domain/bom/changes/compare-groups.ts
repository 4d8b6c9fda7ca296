import { type BomYieldChange, comparedFields } from '../../../schemas/bom/yields.ts'
import {
  absolute,
  compare,
  divide,
  exactDecimal,
  multiply,
  type Quantity,
  ratio,
  roundedDecimal,
  subtract,
} from '../../quantities/quantity.ts'
import { baseUnitOf, convert } from '../../quantities/units.ts'
import type { Amounts } from '../amounts.ts'
import { amountsOfGroup, type RowGroup } from '../expand-rows.ts'

export type ComparedField = (typeof comparedFields)[number]

/** The result of comparing two rows, without the codes of their style and SKU. */
export interface GroupComparison {
  /** In the order of `comparedFields`. */
  changedFields: ComparedField[]
  yieldDirection: NonNullable<BomYieldChange['yieldDirection']>
  delta: BomYieldChange['delta']
}

interface Side extends RowGroup {
  amounts: Amounts
}

/** Compares two groups of equal rows. The result applies to all of their rows. */
export type CompareGroups = (before: RowGroup, after: RowGroup) => GroupComparison

/**
 * Returns a function that compares two groups of rows by exact amounts. An amount that was entered again in another
 * unit counts as equal. Results are cached by the amounts, because many lines have the same ones.
 */
export function createComparison(): CompareGroups {
  const known = new Map<Amounts, Map<Amounts, GroupComparison>>()
  const yieldsOf = (a: Side, b: Side) => {
    const ofBefore = known.get(a.amounts) ?? new Map<Amounts, GroupComparison>()
    known.set(a.amounts, ofBefore)
    const made = ofBefore.get(b.amounts) ?? compareYields(a, b)
    ofBefore.set(b.amounts, made)
    return made
  }
  let last: { before: RowGroup; after: RowGroup; made: GroupComparison } | null = null
  return (before, after) => {
    if (last?.before === before && last.after === after) return last.made
    const [a, b] = [sideOf(before), sideOf(after)]
    const { changedFields: ofYields, ...compared } = yieldsOf(a, b)
    const changed = [...changedTexts(a, b), ...ofYields]
    const changedFields = changed.length > 1 ? comparedFields.filter((field) => changed.includes(field)) : changed
    last = { before, after, made: { changedFields, ...compared } }
    return last.made
  }
}

/** The result depends only on what the amounts were computed from, so it can be cached by them. */
function compareYields(a: Side, b: Side): GroupComparison {
  const isComparable = baseUnitOf(a.line.uom) === baseUnitOf(b.line.uom)
  const isReentered = isComparable && isReentry(a, b)
  return {
    changedFields: isReentered ? [] : changedYields(a, b),
    yieldDirection: !isComparable ? 'not_comparable' : isReentered ? 'equal' : directionOf(a, b),
    delta: isComparable ? deltaOf(a, b) : null,
  }
}

function sideOf(group: RowGroup): Side {
  return { ...group, amounts: amountsOfGroup(group) }
}

const lineFields = [
  'material',
  'mpn',
  'supplierCode',
  'wastageBasis',
  'uom',
  'yieldPerUnits',
  'section',
  'placement',
  'isPrimary',
  'yieldStage',
] as const

function changedTexts(a: Side, b: Side): ComparedField[] {
  const fields: ComparedField[] = lineFields.filter((field) => a.line[field] !== b.line[field])
  if (a.materialColorCode !== b.materialColorCode) fields.push('materialColorCode')
  if (a.amounts.wastagePercent !== b.amounts.wastagePercent) fields.push('wastagePercent')
  return fields
}

function changedYields({ amounts: { perGarment: a } }: Side, { amounts: { perGarment: b } }: Side): ComparedField[] {
  const fields: ComparedField[] = []
  if (compare(a.net, b.net) !== 0) fields.push('netYield')
  if (compare(a.gross, b.gross) !== 0) fields.push('grossYield')
  return fields
}

/**
 * Whether the later amount is the earlier one in another unit, or for another number of garments, and differs only by
 * rounding.
 */
function isReentry(a: Side, b: Side): boolean {
  if (a.line.uom === b.line.uom && a.line.yieldPerUnits === b.line.yieldPerUnits) return false
  if (a.line.wastageBasis !== b.line.wastageBasis || a.amounts.wastagePercent !== b.amounts.wastagePercent) return false
  const difference = absolute(subtract(inBase(a, authoritativeOf(a)), inBase(b, authoritativeOf(b))))
  const [halfA, halfB] = [halfUnitOf(a), halfUnitOf(b)]
  return compare(difference, compare(halfA, halfB) > 0 ? halfA : halfB) <= 0
}

function authoritativeOf({ line, amounts: { perGarment } }: Side): Quantity {
  return line.wastageBasis === 'on_net' ? perGarment.net : perGarment.gross
}

/** Half a unit in the last decimal place as sent, with at least two decimals, for one garment in the base unit. */
function halfUnitOf(side: Side): Quantity {
  const decimals = Math.max(2, side.authoritative.split('.')[1]?.length ?? 0)
  const half = ratio(1n, 2n * 10n ** BigInt(decimals))
  return inBase(side, divide(half, ratio(BigInt(side.line.yieldPerUnits))))
}

/** Converts an amount in the unit of a row to the base unit of the dimension. */
function inBase({ line: { uom } }: Side, amount: Quantity): Quantity {
  const converted = convert(amount, uom, baseUnitOf(uom))
  if (!converted) throw new Error(`${uom} does not convert to its own base unit`)
  return converted
}

function directionOf(a: Side, b: Side): GroupComparison['yieldDirection'] {
  const order = compare(inBase(a, a.amounts.perGarment.gross), inBase(b, b.amounts.perGarment.gross))
  return order === 0 ? 'equal' : order < 0 ? 'increased' : 'decreased'
}

function deltaOf(a: Side, b: Side): GroupComparison['delta'] {
  const uom = a.line.uom === b.line.uom ? a.line.uom : baseUnitOf(a.line.uom)
  const measured = (side: Side, amount: Quantity) => (side.line.uom === uom ? amount : inBase(side, amount))
  const [before, after] = [a.amounts.perGarment, b.amounts.perGarment]
  const gross = measured(a, before.gross)
  const grossChange = subtract(measured(b, after.gross), gross)
  return {
    netYield: exactDecimal(subtract(measured(b, after.net), measured(a, before.net))),
    grossYield: exactDecimal(grossChange),
    uom,
    grossPercent: percentOf(gross, grossChange),
  }
}

const HUNDRED = ratio(100n)
const MOST = ratio(10n ** 10n)

/** Returns null if the value before was 0, or if the percentage has more than the ten digits that decimals may have. */
function percentOf(before: Quantity, change: Quantity): string | null {
  if (before.numerator === 0n) return null
  const percent = divide(multiply(change, HUNDRED), before)
  const rounded = roundedDecimal(percent, 4)
  return compare(absolute(percent), MOST) >= 0 || /^-?\d{11}/.test(rounded) ? null : rounded
}
