import { listStyleVersions } from '../../../../cypher/bom/read-snapshots.ts'
import { createFilter, wantsUnchanged } from '../../../../domain/bom/change-filters.ts'
import {
  changesOfStyle,
  type RowChange,
  type StyleVersions,
  skusOfBoth,
} from '../../../../domain/bom/changes-of-style.ts'
import { createComparison } from '../../../../domain/bom/compare-groups.ts'
import type { Reader } from '../../../core/context.ts'
import { createPause } from '../../../core/event-loop.ts'
import { createStyleLister, type ListStyles } from './list-styles.ts'
import type { Comparison } from './select-compared.ts'

/** A place in the order of changes: a row, or with AFTER_STYLE the end of a style. */
export interface ChangePosition {
  styleId: string
  matchKey: string
}

/** Greater than every match key, and than whatever may follow an id. */
const AFTER_STYLE = '~'
/** A page is short when so many reads did not fill it: few of the rows that were looked at pass the filters. */
const MAX_READS = 8
const MAX_STYLES = 128
/** What the first read expects of a changed style: rather few, because reading again costs more than some styles too many. */
const USUAL_CHANGES = 16

/** A page of what changed between two snapshots by (style id, SKU id, match key); a match key begins with its SKU id. */
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

/** Rows that one read of a long walk looks for; what it finds is held as a whole. */
const ROWS_A_READ = 8000

/** What is asked for of one style. */
export interface StyleChanges {
  styleId: string
  /** By match key; at least one. */
  changes: RowChange[]
  /** The SKUs of the style that are in both snapshots, of those that are asked for; by their ids. */
  sharedSkuIds(): Set<string>
}

/** Everything that changed between two snapshots, style by style in the order of the pages. */
export async function* everyChange(context: Reader, comparison: Comparison): AsyncGenerator<StyleChanges> {
  for await (const styles of everyChangeTogether(context, comparison)) yield* styles
}

/** The same, the styles together that are read together. */
export async function* everyChangeTogether(context: Reader, comparison: Comparison): AsyncGenerator<StyleChanges[]> {
  const perStyle = wantsUnchanged(comparison.filters) ? comparison.to.rowsPerStyle : USUAL_CHANGES
  const most = Math.min(MAX_STYLES, Math.max(1, Math.round(ROWS_A_READ / perStyle)))
  const listStyles = createStyleLister(context, comparison)
  for (let after: ChangePosition | null = null; ; ) {
    // Made anew for each read, because a reader remembers whatever it compared.
    const { styleIds, found, versionsOf } = await createReader(context, comparison, listStyles)(after, most)
    yield [...Map.groupBy(found, ({ row }) => row.sku.styleId)].map(([styleId, changes]) => ({
      styleId,
      changes,
      sharedSkuIds: () => sharedSkuIds(versionsOf.get(styleId), comparison),
    }))
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
  /** Of styles with changes. */
  versionsOf: ReadonlyMap<string, StyleVersions>
}
type Read = (after: ChangePosition | null, most: number) => Promise<Found>

/** Reads the changes of the next styles that may have some. */
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

/** Changes in the order of pages, given those of each style. */
function inOrder(ofStyles: readonly RowChange[][]): RowChange[] {
  const styleIdOf = ([first]: RowChange[]) => first?.row.sku.styleId ?? ''
  for (const changes of ofStyles) changes.sort((a, b) => (a.row.matchKey > b.row.matchKey ? 1 : -1))
  return ofStyles.toSorted((a, b) => (styleIdOf(a) > styleIdOf(b) ? 1 : -1)).flat()
}

/** The style of a position is read again, because some of its rows may follow. */
function startAfter(after: ChangePosition | null): string {
  if (after === null) return ''
  return after.matchKey === AFTER_STYLE ? `${after.styleId}${AFTER_STYLE}` : after.styleId
}

/** Where a change stands in the order. */
export function positionOf({ row }: RowChange): ChangePosition {
  return { styleId: row.sku.styleId, matchKey: row.matchKey }
}

/** Ids and match keys are ASCII. */
function isAfter(a: ChangePosition, b: ChangePosition): boolean {
  return a.styleId === b.styleId ? a.matchKey > b.matchKey : a.styleId > b.styleId
}
