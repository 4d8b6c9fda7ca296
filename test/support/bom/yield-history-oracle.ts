import type { Context } from '../../../api/core/context.ts'
import { listBomYieldChanges } from '../../../api/operations/bom/list-bom-yield-changes.ts'
import { listBomYields } from '../../../api/operations/bom/list-bom-yields.ts'
import type { BomYieldStep } from '../../../schemas/bom/yield-history.ts'
import type { BomYield, BomYieldChange } from '../../../schemas/bom/yields.ts'
import { walk } from '../api/call.ts'

/** A snapshot with all its rows, and how they differ from the one before. */
interface ReadSnapshot {
  id: { snapshotId: string; completedAt: string }
  rows: readonly BomYield[]
  changes: readonly BomYieldChange[]
}

/** Reads snapshots, the oldest first, by the operations that return whole snapshots and compare two of them. */
export async function readSnapshots(
  context: Context,
  ids: readonly { snapshotId: string; completedAt: string }[],
): Promise<ReadSnapshot[]> {
  const read: ReadSnapshot[] = []
  for (const { snapshotId, completedAt } of ids) {
    const before = read.at(-1)?.id.snapshotId
    const compared = { fromSnapshotId: before, toSnapshotId: snapshotId, includeUnchanged: true }
    read.push({
      id: { snapshotId, completedAt },
      rows: await walk(listBomYields, { snapshotId }, context, [1000]),
      changes: before ? await walk(listBomYieldChanges, compared, context, [1000]) : [],
    })
  }
  return read
}

const fields = [
  ...(['styleId', 'section', 'placement', 'materialId', 'material', 'materialColorCode', 'mpn'] as const),
  ...(['supplierCode', 'netYield', 'wastagePercent', 'wastageBasis', 'grossYield', 'yieldPerUnits', 'uom'] as const),
  ...(['netYieldBase', 'grossYieldBase', 'baseUom', 'yieldStage', 'isPrimary'] as const),
]

/** The history of a row, newest first, from a comparison of each snapshot with the one before. */
export function expectedSteps(snapshots: readonly ReadSnapshot[], matchKey: string, styleId?: string): BomYieldStep[] {
  const steps: BomYieldStep[] = []
  for (const { id, rows, changes } of snapshots) {
    const found = rows
      .filter((row) => row.matchKey === matchKey && (styleId === undefined || row.styleId === styleId))
      .sort((a, b) => (a.styleId < b.styleId ? -1 : 1))[0]
    const row = found ? (Object.fromEntries(fields.map((name) => [name, found[name]])) as BomYieldStep['row']) : null
    const last = steps[0]
    if (last ? JSON.stringify(last.row) === JSON.stringify(row) : row === null) continue
    if (last) last.until = id
    const change = changes.find(
      ({ before, after }) =>
        after?.matchKey === matchKey && after.styleId === row?.styleId && before?.styleId === row.styleId,
    )
    const { changedFields = [], delta = null } = last?.row && row ? (change ?? {}) : {}
    const own = changedFields.filter((field) => field !== 'style' && field !== 'sku')
    steps.unshift({ from: id, until: null, changedFields: own, delta, row })
  }
  return steps
}

/** All match keys of the rows of snapshots, each with the styles that have it. */
export function keysOf(snapshots: readonly ReadSnapshot[]): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>()
  for (const { matchKey, styleId } of snapshots.flatMap(({ rows }) => rows))
    keys.set(matchKey, (keys.get(matchKey) ?? new Set()).add(styleId))
  return keys
}
