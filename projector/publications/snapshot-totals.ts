import {
  findMarkedStyle,
  findNewestTotals,
  findOpenStyles,
  findTotals,
  keepTotals,
} from '../../cypher/bom/write-publications.ts'
import { addSums, contentHashOf, subtractSums, sumOfContentHash } from '../../domain/bom/content-hash.ts'
import { removalFailure, removedStylesOf } from '../../domain/publications/base-failures.ts'
import { type Failure, failure } from '../../domain/publications/failure.ts'
import type { StyleTotals } from '../../domain/publications/verify-parts.ts'
import type { PublicationCounts } from '../../schemas/ingest/publications.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { type SnapshotTotals, storedCounts, storedSnapshot, storedTotals } from '../../schemas/stored/publication.ts'
import type { Control } from './plan-control.ts'
import { nextNumber, type PublicationState, type Reader } from './publication-state.ts'
import { shrunkFailure } from './shrunk-failure.ts'
import type { Verified } from './verify.ts'

/** What the snapshot of a publication contains as a whole. */
export interface Whole extends PublicationCounts {
  contentHash: string
  /** IDs of the styles that a partial publication removes from the snapshot before. Null for a full replacement. */
  removed: readonly string[] | null
}

/**
 * Computes what the snapshot of a verified publication contains as a whole. For a partial publication, this is the
 * newest snapshot with other contents of the styles that were sent or removed.
 * @returns the reason of the failure, or the totals
 */
export async function wholeOf(
  control: Control,
  { snapshotId, started }: NonNullable<PublicationState['open']>,
  found: Verified,
  completed: BomData['completed'],
): Promise<Whole | Failure> {
  const { entry, read, state, transact } = control
  const { organization } = entry.event
  const removed = removedStylesOf(entry.event, completed)
  const contradiction = removalFailure(started, removed, (styleId) => found.styleIds.has(styleId))
  if (contradiction) return contradiction
  const before = await newestTotals(read)
  if (started.mode !== 'partial') {
    const shrunk = before && (await shrunkFailure(control, snapshotId, started, before, found))
    return shrunk ?? { ...found, removed: null }
  }
  const open = await openStyles(read, [...new Set(removed.map(({ styleId }) => styleId))])
  const ends = open.map(({ styleId }) => styleId)
  // Computed once, before the stored styles are changed: after a crash they are no longer those of the snapshot before.
  const [kept] = await read(findTotals, { snapshotId })
  if (kept) return { ...storedTotals.readChecked(kept.totals), removed: ends }
  const totals = await partialTotals(read, state, before, found, open)
  if ('code' in totals) return totals
  await transact(async (run) => {
    await run(keepTotals, organization, { snapshotId, totals: storedTotals.write(totals) })
  })
  return { ...totals, removed: ends }
}

/** Versions before 1.1 did not store the number of lines and the hash of a snapshot. */
type Newest = Omit<SnapshotTotals, 'removedStyleCount' | 'lineCount' | 'contentHash'> & {
  lineCount: number | null
  contentHash: string | null
}

const nothing: Newest = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0, contentHash: contentHashOf(0n) }

async function newestTotals(read: Reader): Promise<Newest | null> {
  const [newest] = await read(findNewestTotals, {})
  if (!newest) return null
  if (newest.totals !== null) return storedTotals.readChecked(newest.totals)
  const { styleCount, skuCount, rowCount, contentHash } = storedSnapshot.readChecked(newest.doc)
  const lineCount = newest.counts === null ? null : storedCounts.readChecked(newest.counts).lineCount
  return { styleCount, skuCount, lineCount, rowCount, contentHash }
}

type OpenStyle = Awaited<ReturnType<typeof openStyles>>[number]

const STYLES_A_READ = 1000

/** Those of the styles that the newest snapshot contains. */
async function openStyles(read: Reader, styleIds: readonly string[]) {
  const pages = []
  for (let at = 0; at < styleIds.length; at += STYLES_A_READ)
    pages.push(await read(findOpenStyles, { styleIds: styleIds.slice(at, at + STYLES_A_READ), open: OPEN }))
  return pages.flat()
}

/** @param removed the styles of the newest snapshot that the publication removes */
async function partialTotals(
  read: Reader,
  state: PublicationState,
  before: Newest | null,
  { changed }: Verified,
  removed: readonly OpenStyle[],
): Promise<SnapshotTotals | Failure> {
  const { lineCount, contentHash, ...counts } = before ?? nothing
  // A publication that failed while it was written has changed the stored styles that it marked.
  const [marked] = await read(findMarkedStyle, { seq: nextNumber(state) })
  if (marked || lineCount === null || contentHash === null) return failure('base_unusable', NEEDS_FULL)
  const totals = { ...counts, lineCount }
  let sum = sumOfContentHash(contentHash)
  const add = (style: StyleTotals, sign: 1 | -1) => {
    totals.styleCount += sign
    totals.skuCount += sign * style.skuCount
    totals.lineCount += sign * style.lineCount
    totals.rowCount += sign * style.rowCount
    sum = sign === 1 ? addSums(sum, style.sum) : subtractSums(sum, style.sum)
  }
  for (const style of changed) add(style, 1)
  const replaced = await openStyles(
    read,
    changed.map(({ styleId }) => styleId),
  )
  for (const style of [...replaced, ...removed]) {
    if (style.sum === null || style.counts === null) return failure('base_unusable', NEEDS_FULL)
    const [skuCount = 0, lineCount = 0, rowCount = 0] = style.counts
    add({ skuCount, lineCount, rowCount, sum: BigInt(`0x${style.sum}`) }, -1)
  }
  return { ...totals, contentHash: contentHashOf(sum), removedStyleCount: removed.length }
}

const NEEDS_FULL =
  'the newest snapshot lacks the totals of its styles. Publish the whole BOM once, then partial ones work'
