import { listLineVersions } from '../../../../cypher/bom/read-history.ts'
import { groupsOf } from '../../../../domain/bom/expand-rows.ts'
import { type HeldRow, type HistoryStep, type StepSnapshot, stepsOf } from '../../../../domain/bom/yield-history.ts'
import { fieldsOf } from '../../../../domain/text/json-text.ts'
import { matchKeyOf, storedLine } from '../../../../schemas/stored/bom.ts'
import { type StoredSnapshot, storedSnapshot } from '../../../../schemas/stored/publication.ts'
import type { TextOf } from '../../../../schemas/stored/stored-document.ts'
import type { Reader } from '../../../core/context.ts'

/** A match key and its parts. */
export interface KeyOfRow {
  matchKey: string
  skuId: string
  lineKey: string
}

/** The parts of a match key, or null for a text that is none. See `matchKeyOf`. */
export function keyOfRow(matchKey: string): KeyOfRow | null {
  const [skuId, lineKey] = matchKey.split('.')
  return skuId && lineKey ? { matchKey, skuId, lineKey } : null
}

/** The number of line versions of the first read. Each next read doubles it. */
const FIRST_READ = 64
/** A page ends after this number of reads, even if it is short because few versions of the line change the row. */
const MAX_READS = 6

type Version = Awaited<ReturnType<typeof readVersions>>[number]

/** Where the steps of a row are read: those that begin with the snapshot `to` or before. */
export interface StepRange {
  to: number
  /** Whether the step that begins with `to` is left out, because the page before had it. */
  isContinued: boolean
  /** How many steps to read if there are as many. */
  wanted: number
}

/**
 * The steps of a row, newest first. If `isEnd` is false, there are earlier steps, and it is unknown with which snapshot
 * the last one begins. There are at least two then, and they may be fewer than wanted.
 */
export async function readSteps(
  context: Reader,
  styleIds: readonly string[],
  key: KeyOfRow,
  { to, isContinued, wanted }: StepRange,
): Promise<{ steps: HistoryStep[]; isEnd: boolean }> {
  const held = new Map<string, HeldRow>()
  const stepsSince = (start: number) =>
    stepsOf([...held.values()], { start, end: to }).filter(({ from }) => !isContinued || from.seq < to)
  let [below, limit] = [to, FIRST_READ]
  for (let reads = 1; ; reads++, limit *= 2) {
    const found = await readVersions(context, styleIds, key, { below, to, limit })
    for (const version of found) {
      const row = heldRowOf(version, key)
      if (row) held.set(`${row.styleId} ${row.from.seq}`, row)
    }
    if (found.length < limit) return { steps: stepsSince(0), isEnd: true }
    // The versions that were not read end with this number or before it, so they are in no later snapshot.
    const start = Math.min(...found.map(({ toSeq }) => toSeq))
    const steps = stepsSince(start)
    if (steps.length >= wanted || (steps.length > 1 && reads >= MAX_READS)) return { steps, isEnd: false }
    below = Math.min(below, start - 1)
  }
}

function readVersions(
  context: Reader,
  styleIds: readonly string[],
  { skuId, lineKey }: KeyOfRow,
  range: { below: number; to: number; limit: number },
) {
  return context.read(listLineVersions, { styleIds: [...styleIds], skuId, lineKey: fieldsOf({ lineKey }), ...range })
}

/** The row of a version, or null if it has none or no available snapshot contains it. */
function heldRowOf(version: Version, { skuId, matchKey }: KeyOfRow): HeldRow | null {
  const from = snapshotOf(version.fromSeq, version.from)
  const until = snapshotOf(version.untilSeq, version.until)
  if (from === null || from.seq === until?.seq) return null
  const line = storedLine.read(version.doc)
  const found = groupsOf(line).find(
    ({ group, skuIds }) => skuIds.includes(skuId) && matchKeyOf(line, skuId, group.ordinal) === matchKey,
  )
  return found ? { styleId: version.styleId, group: found.group, from, until } : null
}

function snapshotOf(seq: number | null, doc: TextOf<StoredSnapshot> | null): StepSnapshot | null {
  if (seq === null || doc === null) return null
  const { snapshotId, completedAt } = storedSnapshot.read(doc)
  return { seq, snapshotId, completedAt }
}
