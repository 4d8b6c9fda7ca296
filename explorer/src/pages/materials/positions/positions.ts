import {
  type MaterialFactoryPosition,
  type Measure,
  measureValues,
  type PositionComparison,
  type PositionDifference,
  type PositionEnd,
} from '@tenant-data/client'

/** A material at a factory, with the positions of all systems. */
export interface Pair {
  key: string
  material: PositionEnd
  factory: PositionEnd
  /** Ordered by system and instance. */
  positions: MaterialFactoryPosition[]
}

/** The maximum number of systems in a comparison. */
export const MOST_SYSTEMS = 4

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const keyOf = (end: PositionEnd) => end.id ?? `code ${end.code}`

/** Groups positions by material and factory, in the order of their codes. */
export function pairsOf(positions: readonly MaterialFactoryPosition[]): Pair[] {
  const grouped = Map.groupBy(positions, ({ material, factory }) => `${keyOf(material)} ${keyOf(factory)}`)
  const pairs = [...grouped].flatMap(([key, own]): Pair[] => {
    const [first] = own
    if (!first) return []
    const sorted = own.toSorted((a, b) => byText(a.system, b.system) || byText(a.instance, b.instance))
    return [{ key, material: first.material, factory: first.factory, positions: sorted }]
  })
  return pairs.sort(
    (a, b) =>
      byText(a.material.code, b.material.code) || byText(a.factory.code, b.factory.code) || byText(a.key, b.key),
  )
}

/** The systems that report a position, ordered by name. */
export function systemsOf(positions: readonly { system: string }[]): string[] {
  return [...new Set(positions.map(({ system }) => system))].sort(byText)
}

/** The systems to compare, up to the maximum. Null if there are fewer than two. */
export function comparableSystems(systems: readonly string[]): string[] | null {
  return systems.length < 2 ? null : systems.slice(0, MOST_SYSTEMS)
}

/** The pairs for a comparison. Pairs with a code that no record has are left out, because the API rejects them. */
export function askedPairs(pairs: readonly Pair[]): { material: string; factory: string }[] {
  return pairs.flatMap(({ material, factory }) =>
    material.id === null || factory.id === null ? [] : [{ material: material.id, factory: factory.id }],
  )
}

/** The quantities that the matrix shows: those that can be compared, and the bought and liability quantities. */
export const amountNames = [
  ...measureValues,
  'boughtQuantity',
  'liabilityQuantity',
] as const satisfies readonly AmountKey[]

export type AmountName = (typeof amountNames)[number]

type AmountKey = {
  [Key in keyof MaterialFactoryPosition]: MaterialFactoryPosition[Key] extends string | null ? Key : never
}[keyof MaterialFactoryPosition]

/** How a quantity differs from the baseline of the comparison, or that it is this baseline. */
export type CellMark =
  | { kind: 'outside' | 'within' | 'not_comparable'; difference: PositionDifference }
  | { kind: 'baseline' }

/** Marks by position and measure. */
export type CellMarks = ReadonlyMap<string, CellMark>

export const cellKey = (positionId: string, measure: string) => `${positionId} ${measure}`

/** Marks each quantity that is not equal to its baseline, and the baseline of each marked quantity. */
export function marksOf(comparisons: readonly PositionComparison[]): CellMarks {
  const marks = new Map<string, CellMark>()
  for (const { positions, differences } of comparisons) {
    const cellOf = (system: string, measure: Measure) =>
      cellKey(positions.find((position) => position.system === system)?.positionId ?? '', measure)
    for (const difference of differences) {
      const kind = kindOf(difference)
      if (kind === null) continue
      marks.set(cellOf(difference.otherSystem, difference.measure), { kind, difference })
      marks.set(cellOf(difference.baselineSystem, difference.measure), { kind: 'baseline' })
    }
  }
  return marks
}

/** Null if nothing differs, or if one system reports no value. A difference without an exact decimal counts, too. */
function kindOf({ withinTolerance, delta, baseline, other }: PositionDifference) {
  if (withinTolerance === null) return baseline !== null && other !== null ? 'not_comparable' : null
  if (!withinTolerance) return 'outside'
  return delta === '0' ? null : 'within'
}
