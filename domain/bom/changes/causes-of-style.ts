import type { CauseKind } from '../../../schemas/bom/change-causes.ts'
import type { StoredLine } from '../../../schemas/stored/bom.ts'
import { compareText } from '../../text/compare-text.ts'
import type { Row } from '../expand-rows.ts'
import type { RowChange } from './changes-of-style.ts'

/** The changed rows of one style, as far as they are asked for. */
export interface ChangesOfOneStyle {
  changes: readonly RowChange[]
  /** IDs of its SKUs that are in both snapshots. */
  sharedSkuIds: ReadonlySet<string>
  /** Whether both snapshots contain the style. */
  isInBoth: boolean
}

/** Changed rows of one style that have the same cause. */
export interface Cause {
  kind: CauseKind
  /** At least one. */
  changes: RowChange[]
  /** The line before and after the change. Both are null if the cause is not about one line. */
  before: StoredLine | null
  after: StoredLine | null
}

/**
 * Returns why the rows of a style changed, in the order of its lines. Each changed row has exactly one cause; unchanged
 * rows have none. A removed and an added line with the same section and placement are one replacement.
 */
export function causesOfStyle(style: ChangesOfOneStyle): Cause[] {
  const changed = style.changes.filter(({ changeType }) => changeType !== 'unchanged')
  const groups = Map.groupBy(changed, (change) => groupOf(change, style))
  const causes = [...groups.values()].flatMap((changes) => causeOf(changes, style))
  return withReplacements(causes).sort(compareCauses)
}

/** Rows of one group have the same cause. Line keys have no spaces. */
function groupOf(change: RowChange, style: ChangesOfOneStyle): string {
  const kind = kindOf(change, style)
  return isOfLine(kind) ? `${kind} ${change.row.group.line.lineKey}` : kind
}

function kindOf(
  { changeType, changedFields, row }: RowChange,
  { sharedSkuIds, isInBoth }: ChangesOfOneStyle,
): CauseKind {
  if (changeType === 'changed') {
    if (changedFields.includes('material')) return 'replaced'
    return changedFields.every((field) => field === 'style' || field === 'sku') ? 'renamed' : 'changed'
  }
  const isAdded = changeType === 'added'
  if (!isInBoth) return isAdded ? 'style_added' : 'style_removed'
  if (!sharedSkuIds.has(row.sku.skuId)) return isAdded ? 'skus_added' : 'skus_removed'
  return isAdded ? 'added' : 'removed'
}

const isOfLine = (kind: CauseKind) => ['changed', 'replaced', 'added', 'removed'].includes(kind)

function causeOf(changes: RowChange[], style: ChangesOfOneStyle): Cause[] {
  const [first] = changes
  if (!first) return []
  const kind = kindOf(first, style)
  if (!isOfLine(kind)) return [{ kind, changes, before: null, after: null }]
  const [before, after] = (['before', 'after'] as const).map((side) => firstLine(changes.map((change) => change[side])))
  return [{ kind, changes, before: before ?? null, after: after ?? null }]
}

/** Lines without an ID that agree in section, placement, and material have the same key. The first one names them all. */
function firstLine(rows: readonly (Row | null)[]): StoredLine | null {
  const lines = new Set(rows.flatMap((row) => row?.group.line ?? []))
  return [...lines].reduce<StoredLine | null>(
    (first, line) => (first === null || line.lineNumber < first.lineNumber ? line : first),
    null,
  )
}

/** Joins each removed line with an added line in the same place, in the order of their line numbers. */
function withReplacements(causes: readonly Cause[]): Cause[] {
  const [removed, added] = (['removed', 'added'] as const).map((kind) =>
    Map.groupBy(
      causes.filter((cause) => cause.kind === kind && spotOf(cause) !== null).sort(compareCauses),
      (cause) => spotOf(cause) ?? '',
    ),
  )
  const joined = new Map<Cause, Cause | null>()
  for (const [spot, earlier] of removed ?? []) {
    for (const [at, later] of (added?.get(spot) ?? []).entries()) {
      const one = earlier[at]
      if (!one) break
      const { before } = one
      joined.set(one, { kind: 'replaced', changes: [...one.changes, ...later.changes], before, after: later.after })
      joined.set(later, null)
    }
  }
  return causes.flatMap((cause) => (joined.has(cause) ? (joined.get(cause) ?? []) : cause))
}

/** Null if the line does not say where its material is used. */
function spotOf({ before, after }: Cause): string | null {
  const line = after ?? before
  return line === null || line.placement === null ? null : JSON.stringify([line.section, line.placement])
}

/** Compares causes of one style: by line, and those of the whole style first. */
export function compareCauses(a: Cause, b: Cause): number {
  const [x, y] = [a.after ?? a.before, b.after ?? b.before]
  return (
    (x?.lineNumber ?? 0) - (y?.lineNumber ?? 0) ||
    compareText(x?.lineKey ?? '', y?.lineKey ?? '') ||
    compareText(a.kind, b.kind)
  )
}
