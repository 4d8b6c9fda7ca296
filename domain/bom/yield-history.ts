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
  const rows = held.map((one) => ({ ...one, state: stateOf(one) })).sort((a, b) => (a.styleId < b.styleId ? -1 : 1))
  const steps: HistoryStep[] = []
  for (const from of pointsOf(held, start, end)) {
    const row = rows.find((one) => one.from.seq <= from.seq && (one.until === null || one.until.seq > from.seq)) ?? null
    const last = steps[0]
    if (last ? isSame(last.row?.state, row?.state) : row === null) continue
    if (last) last.until = from
    steps.unshift({ from, until: null, row: row && { group: row.group, state: row.state } })
  }
  return steps
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

function stateOf({ styleId, group }: HeldRow): BomYieldState {
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
