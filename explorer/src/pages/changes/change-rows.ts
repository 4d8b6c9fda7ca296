import { fieldName } from '../../format/names.ts'

export interface ComparedField {
  name: string
  before: unknown
  after: unknown
  /**
   * `changed`: the API counts it as a change. `differs`: the values differ, but the API does not count that as a
   * change.
   */
  state: 'changed' | 'differs' | 'same'
}

interface Compared {
  before: object | null
  after: object | null
  changedFields: readonly string[]
}

/**
 * Every field of a row except its match key, which is the same on both sides. Of an added or removed row, one side is
 * undefined and no field is marked. Changed fields come first, then differing ones, each in the order of the API.
 */
export function compareRows({ before, after, changedFields }: Compared): ComparedField[] {
  const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
  const names = [...(after === null ? was : is).keys()].filter((name) => name !== 'matchKey')
  const fields = names.map((name): ComparedField => {
    const differs = before !== null && after !== null && was.get(name) !== is.get(name)
    const state = changedFields.includes(name) ? 'changed' : differs ? 'differs' : 'same'
    return { name, before: was.get(name), after: is.get(name), state }
  })
  return (['changed', 'differs', 'same'] as const).flatMap((state) => fields.filter((field) => field.state === state))
}

interface Keyed {
  style: string
  sku: string
  matchKey: string
}

/** The identity of a row: style and SKU narrow the list of changes, the match key identifies the row in it. */
export function openKeyOf({ style, sku, matchKey }: Keyed): readonly [string, string, string] {
  return [style, sku, matchKey]
}

/** The same identity as one text. */
export function rowKeyOf(change: Keyed): string {
  return openKeyOf(change).join(' ')
}

/** The fields of one side of a change that the functions of this file use. */
interface Side {
  section: string | null
  placement: string | null
  material: string
  materialName: string | null
  materialColorCode: string | null
}

interface Sides {
  before: Side | null
  after: Side | null
}

/** Fields that the columns for amounts, style, line, and SKU already show. */
const toldElsewhere: readonly string[] = [
  ...['style', 'sku', 'material', 'materialColorCode', 'placement'],
  ...['netYield', 'grossYield', 'uom', 'yieldPerUnits'],
]

/** The placement and the material of a line. If one of them changed, it has both values. */
export function lineText({ before, after }: Sides): { placement: string; material: string } {
  return {
    placement: bothOf(before && (before.placement ?? before.section), after && (after.placement ?? after.section)),
    material: bothOf(before && materialOf(before), after && materialOf(after)),
  }
}

function bothOf(before: string | null, after: string | null): string {
  if (before === null || after === null || before === after) return after ?? before ?? ''
  return `${before} → ${after}`
}

function materialOf({ material, materialName, materialColorCode }: Side): string {
  return [material, materialName, materialColorCode].filter((part) => part !== null && part !== '').join(' ')
}

/** The first changed field without a column, such as `S1 (Supplier code)`, for one side. Null if there is none. */
export function otherFieldText(changedFields: readonly string[], row: object | null): string | null {
  const name = changedFields.find((field) => !toldElsewhere.includes(field))
  if (name === undefined || row === null) return null
  return `${new Map(Object.entries(row)).get(name) ?? '–'} (${fieldName(name)})`
}

/** The percentage of a full bar: 100, or the largest change if that is smaller. */
export function barScale(largestPercent: string | null): string {
  return Math.abs(Number(largestPercent ?? 100)) < 100 ? (largestPercent ?? '100') : '100'
}
