import { listStyleVersions } from '../../../../cypher/bom/read-snapshots.ts'
import { createFilter, wantsUnchanged } from '../../../../domain/bom/changes/change-filters.ts'
import {
  changesOfStyle,
  type RowChange,
  type StyleVersions,
  skusOfBoth,
} from '../../../../domain/bom/changes/changes-of-style.ts'
import { createComparison } from '../../../../domain/bom/changes/compare-groups.ts'
import type { Reader } from '../../../core/context.ts'
import { createPause } from '../../../core/event-loop.ts'
import { createStyleLister, type ListStyles } from './list-styles.ts'
import type { Comparison } from './select-compared.ts'

/** A position in the order of changes: a row, or the end of a style if the match key is AFTER_STYLE. */
export interface ChangePosition {
  styleId: string
  matchKey: string
}

/** Sorts after every match key, and after every suffix of an ID. */
const AFTER_STYLE = '~'
/** A page ends after this number of reads, even if it is short because few rows match the filters. */
const MAX_READS = 8
const MAX_STYLES = 128
/**
 * The number of changes per style that the first read assumes. The number is low, because reading too many styles costs
 * less than reading again.
 */
const USUAL_CHANGES = 16

/**
 * A page of the changes between two snapshots, ordered by (style ID, match key). A match key begins with its SKU ID.
 */
export async function readChanges(
  context: Reader,
  comparison: Comparison,
  { after, limit }: { after: ChangePosition | null; limit: number },
): Promise<{ changes: RowChange[]; next: ChangePosition | null }> {
  const read = createReader(context, comparison, createStyleLister(context, comparison))
  let changes: RowChange[] = []
  let next = after
  let [looked, perStyle] = [0, wantsUnchanged(comparison.filters) ? comparison.to.rowsPerStyle : USUAL_CHANGES]
  for (let reads = 0; reads < MAX_READS; reads++) {
    const wanted = Math.max(2 ** reads, Math.ceil((limit + 1 - changes.length) / perStyle) + 1)
    const most = Math.min(wanted, MAX_STYLES)
    const { styleIds, found } = await read(next, most)
    changes = changes.concat(found)
    const last = changes[limit - 1]
    if (changes.length > limit && last) return { changes: changes.slice(0, limit), next: positionOf(last) }
    const lastId = styleIds.at(-1)
    if (styleIds.length < most || lastId === undefined) return { changes, next: null }
    next = { styleId: lastId, matchKey: AFTER_STYLE }
    looked += styleIds.length
    perStyle = Math.max(1, changes.length / looked)
  }
  return { changes, next }
}

/** The number of rows that one read of a whole comparison aims for, because its result is held in memory. */
const ROWS_A_READ = 8000

/** The matching changes of one style. */
export interface StyleChanges {
  styleId: string
  /** The changes in the order of their match keys; at least one. */
  changes: RowChange[]
  /** The IDs of the matching SKUs of the style that both snapshots have. */
  sharedSkuIds(): Set<string>
  /** Whether both snapshots contain the style. */
  isInBoth: boolean
}

/** All matching changes between two snapshots, style by style, in the order of the pages. */
export async function* everyChange(context: Reader, comparison: Comparison): AsyncGenerator<StyleChanges> {
  for await (const styles of everyChangeTogether(context, comparison)) yield* styles
}

/** The same as `everyChange`, with the styles of each read in one list. */
export async function* everyChangeTogether(context: Reader, comparison: Comparison): AsyncGenerator<StyleChanges[]> {
  const perStyle = wantsUnchanged(comparison.filters) ? comparison.to.rowsPerStyle : USUAL_CHANGES
  const most = Math.min(MAX_STYLES, Math.max(1, Math.round(ROWS_A_READ / perStyle)))
  const listStyles = createStyleLister(context, comparison)
  for (let after: ChangePosition | null = null; ; ) {
    // Each read gets a new reader, because a reader keeps the rows that it compared.
    const { styleIds, found, versionsOf } = await createReader(context, comparison, listStyles)(after, most)
    yield [...Map.groupBy(found, ({ row }) => row.sku.styleId)].map(([styleId, changes]) => {
      const versions = versionsOf.get(styleId)
      return {
        styleId,
        changes,
        sharedSkuIds: () => sharedSkuIds(versions, comparison),
        isInBoth: versions !== undefined && versions.before !== null && versions.after !== null,
      }
    })
    const lastId: string | undefined = styleIds.at(-1)
    if (styleIds.length < most || lastId === undefined) return
    after = { styleId: lastId, matchKey: AFTER_STYLE }
  }
}

function sharedSkuIds(versions: StyleVersions | undefined, { filters }: Comparison): Set<string> {
  return versions ? skusOfBoth(versions, filters.sku) : new Set()
}

interface Found {
  styleIds: string[]
  found: RowChange[]
  /** The versions of the styles that have changes, by style ID. */
  versionsOf: ReadonlyMap<string, StyleVersions>
}
type Read = (after: ChangePosition | null, most: number) => Promise<Found>

/** Returns a function that reads the changes of the next styles that may have matching ones. */
function createReader(context: Reader, { from, to, filters }: Comparison, listStyles: ListStyles): Read {
  const range = { from: from.seq, to: to.seq }
  const isUnchangedWanted = wantsUnchanged(filters)
  const isWanted = createFilter(filters)
  const comparison = createComparison()
  const pause = createPause()
  return async (after, most) => {
    const styleIds = await listStyles(startAfter(after), most)
    const versions = await context.read(listStyleVersions, { ...range, styleIds, isUnchangedWanted })
    const ofStyles: RowChange[][] = []
    const versionsOf = new Map<string, StyleVersions>()
    for (const style of versions) {
      const changes = changesOfStyle(style, comparison).filter(isWanted)
      const [first] = changes
      if (first) versionsOf.set(first.row.sku.styleId, style)
      ofStyles.push(changes)
      await pause()
    }
    const found = inOrder(ofStyles)
    const rest = after ? found.filter((change) => isAfter(positionOf(change), after)) : found
    return { styleIds, found: rest, versionsOf }
  }
}

/** Sorts the changes of several styles into the order of the pages. */
function inOrder(ofStyles: readonly RowChange[][]): RowChange[] {
  const styleIdOf = ([first]: RowChange[]) => first?.row.sku.styleId ?? ''
  for (const changes of ofStyles) changes.sort((a, b) => (a.row.matchKey > b.row.matchKey ? 1 : -1))
  return ofStyles.toSorted((a, b) => (styleIdOf(a) > styleIdOf(b) ? 1 : -1)).flat()
}

/** Where reading starts again: at the style of the position if more of its rows may follow, otherwise after it. */
function startAfter(after: ChangePosition | null): string {
  if (after === null) return ''
  return after.matchKey === AFTER_STYLE ? `${after.styleId}${AFTER_STYLE}` : after.styleId
}

/** The position of a change in the order of changes. */
export function positionOf({ row }: RowChange): ChangePosition {
  return { styleId: row.sku.styleId, matchKey: row.matchKey }
}

/** Compares strings as they are, because IDs and match keys are ASCII. */
function isAfter(a: ChangePosition, b: ChangePosition): boolean {
  return a.styleId === b.styleId ? a.matchKey > b.matchKey : a.styleId > b.styleId
}
