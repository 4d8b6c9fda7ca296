import type { BomYieldChange, ChangeType } from '../../../schemas/bom/yields.ts'
import { type StoredLine, type StoredStyle, storedLine, storedStyle } from '../../../schemas/stored/bom.ts'
import type { TextOf } from '../../../schemas/stored/stored-document.ts'
import { expandRows, groupsOf, type Row, type SkuOfStyle, skusOf } from '../expand-rows.ts'
import type { ComparedField, CompareGroups } from './compare-groups.ts'

/** The change of one row between two snapshots. */
export interface RowChange {
  changeType: ChangeType
  /** In the order of `comparedFields`. */
  changedFields: ComparedField[]
  yieldDirection: BomYieldChange['yieldDirection']
  delta: BomYieldChange['delta']
  /** The row after the change; of a removed row, the row before. */
  row: Row
  before: Row | null
  after: Row | null
}

/**
 * A style and its lines in two snapshots, as stored documents. `commonLines` are lines whose stored version is the same
 * in both.
 */
export interface StyleVersions {
  before: TextOf<StoredStyle> | null
  after: TextOf<StoredStyle> | null
  linesBefore: readonly TextOf<StoredLine>[]
  linesAfter: readonly TextOf<StoredLine>[]
  commonLines: readonly TextOf<StoredLine>[]
}

/**
 * Returns the changes of a style's rows between two snapshots, unsorted. Rows of `commonLines` differ only if the style
 * or its SKUs changed.
 */
export function changesOfStyle(versions: StyleVersions, comparison: CompareGroups): RowChange[] {
  const [before, after] = rowsOfBoth(versions)
  const earlier = new Map(before.map((row) => [row.matchKey, row]))
  const changes: RowChange[] = []
  for (const row of after) {
    const match = earlier.get(row.matchKey)
    earlier.delete(row.matchKey)
    changes.push(match ? changeOf(match, row, comparison) : oneSided('added', row))
  }
  for (const row of earlier.values()) changes.push(oneSided('removed', row))
  return changes
}

/**
 * Returns the SKUs that a style contains in both snapshots, by ID. With `sku`, only those that have this code in one of
 * them.
 */
export function skusOfBoth({ before, after }: StyleVersions, sku: string | undefined): Set<string> {
  if (before === null || after === null) return new Set()
  const earlier = skusOf(storedStyle.read(before))
  const later = after === before ? earlier : skusOf(storedStyle.read(after))
  const shared = earlier.values().filter((one) => {
    const other = later.get(one.skuId)
    return other !== undefined && (sku === undefined || one.sku === sku || other.sku === sku)
  })
  return new Set(shared.map(({ skuId }) => skuId))
}

function rowsOfBoth({ before, after, linesBefore, linesAfter, commonLines }: StyleVersions): [Row[], Row[]] {
  const groupsOfLines = (lines: StyleVersions['commonLines']) => lines.map((doc) => groupsOf(storedLine.read(doc)))
  const common = groupsOfLines(commonLines)
  const earlier = before === null ? null : skusOf(storedStyle.read(before))
  const later = after === before ? earlier : after === null ? null : skusOf(storedStyle.read(after))
  return [
    earlier === null ? [] : expandRows(earlier, [...groupsOfLines(linesBefore), ...common]),
    later === null ? [] : expandRows(later, [...groupsOfLines(linesAfter), ...common]),
  ]
}

function changeOf(before: Row, after: Row, comparison: CompareGroups): RowChange {
  const { changedFields: ofGroups, yieldDirection, delta } = comparison(before.group, after.group)
  const codes = before.sku === after.sku ? [] : changedCodes(before.sku, after.sku)
  const changedFields = codes.length === 0 ? ofGroups : [...codes, ...ofGroups]
  const changeType = changedFields.length > 0 ? 'changed' : 'unchanged'
  return { changeType, changedFields, yieldDirection, delta, row: after, before, after }
}

/** Returns the changed codes, which precede the other changed fields. */
function changedCodes(before: SkuOfStyle, after: SkuOfStyle): ComparedField[] {
  return (['style', 'sku'] as const).filter((field) => before[field] !== after[field])
}

function oneSided(changeType: 'added' | 'removed', row: Row): RowChange {
  const sides = changeType === 'added' ? { before: null, after: row } : { before: row, after: null }
  return { changeType, changedFields: [], yieldDirection: null, delta: null, row, ...sides }
}
