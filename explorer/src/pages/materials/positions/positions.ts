import {
  type MaterialFactoryPosition,
  type Measure,
  measureValues,
  type PositionComparison,
  type PositionDifference,
  type PositionEnd,
} from '@tenant-data/client'

/** A material at a factory, with what each system says. */
export interface Pair {
  key: string
  material: PositionEnd
  factory: PositionEnd
  /** By system and instance. */
  positions: MaterialFactoryPosition[]
}

/** How many systems a comparison takes. */
export const MOST_SYSTEMS = 4

const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
const keyOf = (end: PositionEnd) => end.id ?? `code ${end.code}`

/** Positions put together by material and factory, in the order of their codes. */
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

/** The systems that say something, by name. */
export function systemsOf(positions: readonly { system: string }[]): string[] {
  return [...new Set(positions.map(({ system }) => system))].sort(byText)
}

/** As many systems as can be compared at once; null where there are fewer than two. */
export function comparableSystems(systems: readonly string[]): string[] | null {
  return systems.length < 2 ? null : systems.slice(0, MOST_SYSTEMS)
}

/** How the API is asked for pairs. It compares only what it knows: a code that no record has is unknown to it. */
export function askedPairs(pairs: readonly Pair[]): { material: string; factory: string }[] {
  return pairs.flatMap(({ material, factory }) =>
    material.id === null || factory.id === null ? [] : [{ material: material.id, factory: factory.id }],
  )
}

/** The amounts of a position that the matrix shows: what can be compared, and the status of what was bought. */
export const amountNames = [
  ...measureValues,
  'boughtQuantity',
  'liabilityQuantity',
] as const satisfies readonly AmountKey[]

export type AmountName = (typeof amountNames)[number]

type AmountKey = {
  [Key in keyof MaterialFactoryPosition]: MaterialFactoryPosition[Key] extends string | null ? Key : never
}[keyof MaterialFactoryPosition]

/** How an amount differs from what the best system says of it, or that baseline of the comparison one. */
export type CellMark =
  | { kind: 'outside' | 'within' | 'not_comparable'; difference: PositionDifference }
  | { kind: 'baseline' }

/** By position and measure. */
export type CellMarks = ReadonlyMap<string, CellMark>

export const cellKey = (positionId: string, measure: string) => `${positionId} ${measure}`

/** Marks each amount that is not exactly that of its baseline, and the baseline of each that is marked. */
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

/** Null where nothing differs, or one of both says nothing. A difference that has no decimal is a difference all the same. */
function kindOf({ withinTolerance, delta, baseline, other }: PositionDifference) {
  if (withinTolerance === null) return baseline !== null && other !== null ? 'not_comparable' : null
  if (!withinTolerance) return 'outside'
  return delta === '0' ? null : 'within'
}
