import type { BomYieldState } from '../../schemas/bom/yield-history.ts'
import { amountsOfGroup, type RowGroup } from './expand-rows.ts'

/** A snapshot that a step begins or ends with. `seq` is its sequence number. */
export interface StepSnapshot {
  seq: number
  snapshotId: string
  completedAt: string
}

/** A row over the snapshots from `from` until before `until`, or until the latest one. */
export interface HeldRow {
  styleId: string
  group: RowGroup
  from: StepSnapshot
  until: StepSnapshot | null
}

/** Consecutive snapshots in which a row has the same values, or in which there is no row. */
export interface HistoryStep {
  from: StepSnapshot
  until: StepSnapshot | null
  row: { group: RowGroup; state: BomYieldState } | null
}

/**
 * Returns the steps of a row, newest first. The steps are one after the other, without gaps. Of rows at the same time,
 * the one of the style with the lowest ID counts. Snapshots before the first row are in no step.
 * @param held the rows in the snapshots from `start` to `end`, both included; others are ignored
 */
export function stepsOf(held: readonly HeldRow[], { start, end }: { start: number; end: number }): HistoryStep[] {
  const readers = readersOf(held)
  const steps: HistoryStep[] = []
  for (const from of pointsOf(held, start, end)) {
    const row = rowAt(readers, from.seq)
    const last = steps.at(-1)
    if (last ? isSame(last.row?.state, row?.state) : row === null) continue
    if (last) last.until = from
    steps.push({ from, until: null, row })
  }
  return steps.reverse()
}

/** Returns the row of a style in a snapshot. The snapshots have to be given in their order. */
type RowReader = (seq: number) => HistoryStep['row']

/** A reader for each style, in the order of the IDs of the styles. */
function readersOf(held: readonly HeldRow[]): RowReader[] {
  const byStyle = [...Map.groupBy(held, ({ styleId }) => styleId)].sort(([a], [b]) => (a < b ? -1 : 1))
  return byStyle.map(([, own]) => {
    const rows = own
      .map(({ from, until, ...row }) => ({ from, until, row: { group: row.group, state: stateOf(row) } }))
      .sort((a, b) => a.from.seq - b.from.seq)
    let at = 0
    return (seq) => {
      while (at < rows.length && (rows[at]?.until?.seq ?? Number.POSITIVE_INFINITY) <= seq) at += 1
      const next = rows[at]
      return next && next.from.seq <= seq ? next.row : null
    }
  })
}

/** Asks all readers, so that each of them gets every snapshot. */
function rowAt(readers: readonly RowReader[], seq: number): HistoryStep['row'] {
  return readers.map((read) => read(seq)).find((row) => row !== null) ?? null
}

/** The snapshots at which a row begins or ends, in their order. */
function pointsOf(held: readonly HeldRow[], start: number, end: number): StepSnapshot[] {
  const points = held.flatMap(({ from, until }) => (until ? [from, until] : [from]))
  const inRange = points.filter(({ seq }) => seq >= start && seq <= end).map((point) => [point.seq, point] as const)
  return [...new Map(inRange).values()].sort((a, b) => a.seq - b.seq)
}

function isSame(a: BomYieldState | undefined, b: BomYieldState | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function stateOf({ styleId, group }: Pick<HeldRow, 'styleId' | 'group'>): BomYieldState {
  const { line, materialColorCode } = group
  const { section, placement, materialId, material, mpn, supplierCode, yieldStage, isPrimary } = line
  const { wastageBasis, yieldPerUnits, uom, baseUom } = line
  const { netYield, wastagePercent, grossYield, netYieldBase, grossYieldBase } = amountsOfGroup(group)
  return {
    ...{ styleId, section, placement, materialId, material, materialColorCode, mpn, supplierCode },
    ...{ netYield, wastagePercent, wastageBasis, grossYield, yieldPerUnits, uom },
    ...{ netYieldBase, grossYieldBase, baseUom, yieldStage, isPrimary },
  }
}
