import { fieldName } from '../../format/names.ts'

export interface ComparedField {
  name: string
  before: unknown
  after: unknown
  /** `changed`: the API counts it as a change; `differs`: it differs, and no row is changed for that alone. */
  state: 'changed' | 'differs' | 'same'
}

interface Compared {
  before: object | null
  after: object | null
  changedFields: readonly string[]
}

/**
 * Every field of a row but its match key, which is the same on both sides. Of an added or removed row one side is undefined,
 * and nothing is marked. What changed comes first, then what differs, each in the order of the API.
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

/** A row by style, SKU and match key: the first two narrow a list to where it is, the last is opaque. */
export function openKeyOf({ style, sku, matchKey }: Keyed): readonly [string, string, string] {
  return [style, sku, matchKey]
}

/** The same in one text. */
export function rowKeyOf(change: Keyed): string {
  return openKeyOf(change).join(' ')
}

/** What is told of one side of a change. */
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

/** Told by the amounts themselves, or by the columns of style, line and SKU. */
const toldElsewhere: readonly string[] = [
  ...['style', 'sku', 'material', 'materialColorCode', 'placement'],
  ...['netYield', 'grossYield', 'uom', 'yieldPerUnits'],
]

/** Where a line is on the garment, and its material: both of what is another one now. */
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

/** The first changed field that no column tells, as `S1 (Supplier code)`, for one side; null where there is none. */
export function otherFieldText(changedFields: readonly string[], row: object | null): string | null {
  const name = changedFields.find((field) => !toldElsewhere.includes(field))
  if (name === undefined || row === null) return null
  return `${new Map(Object.entries(row)).get(name) ?? '–'} (${fieldName(name)})`
}

/** Bars are full where a yield doubled, or at the largest change where that is less. */
export function barScale(largestPercent: string | null): string {
  return Math.abs(Number(largestPercent ?? 100)) < 100 ? (largestPercent ?? '100') : '100'
}
