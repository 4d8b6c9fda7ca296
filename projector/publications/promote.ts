import * as publications from '../../cypher/bom/write-publications.ts'
import type { Run } from '../../cypher/connect.ts'
import { isTooMuch } from '../../cypher/errors.ts'
import type { StyleContent } from '../../domain/publications/style-content.ts'
import { type StyleTotals, storedCountsOf } from '../../domain/publications/verify-parts.ts'
import { type BomValue, valuesOf } from '../../schemas/bom/bom-values.ts'
import { OPEN, type StoredLine } from '../../schemas/stored/bom.ts'
import { createWrites, type Write } from '../records/writes.ts'
import type { Reader } from './publication-state.ts'
import { type Use, usesOf } from './styles/uses-material.ts'
import { type ChangedStyle, readStyle } from './verify.ts'

/** Limit of the payload in one transaction: about 600 versions of lines, and as many links. */
const MAX_BYTES = 768 * 1024
const MAX_STYLES = 100

/** Runs a transaction that verifies the claim of the partition. */
export type Transact = (work: (run: Run) => Promise<void>) => Promise<void>

export interface Promotion {
  organization: string
  snapshotId: string
  /** The number of the publication that is being written. */
  seq: number
  read: Reader
  transact: Transact
  /** IDs of the styles that a partial publication removes. If null, all that it does not contain are removed. */
  removed: readonly string[] | null
}

/**
 * Writes the versions that a verified publication begins and ends. Readers do not see them, because they read at the
 * number of an earlier publication. Repeating a transaction changes nothing, so after a crash the work continues where
 * it stopped. While one group of styles is written, the next group is read.
 */
export async function promote(promotion: Promotion, changed: readonly ChangedStyle[]): Promise<void> {
  const { read, snapshotId } = promotion
  const noted = new Set<string>()
  let limit = MAX_STYLES

  /**
   * Writes styles. If they are too many for one transaction, for example on a busy machine, the limit is halved, down
   * to one style.
   */
  async function write(styles: readonly Wanted[]): Promise<void> {
    for (let at = 0; at < styles.length; ) {
      const some = styles.slice(at, at + limit)
      try {
        await writeStyles(promotion, some, noted)
        at += some.length
      } catch (error) {
        if (some.length === 1 || !isTooMuch(error)) throw error
        limit = Math.ceil(some.length / 2)
      }
    }
  }

  let before = Promise.resolve()
  try {
    for (let at = 0; at < changed.length; ) {
      const group = groupFrom(changed, at, limit)
      at += group.length
      const styles = await Promise.all(
        group.map(async ({ styleId, keys, size: _, ...totals }): Promise<Wanted> => {
          return { styleId, keys, sent: { ...totals, content: await readStyle(read, snapshotId, keys) } }
        }),
      )
      const last = before
      before = write(styles)
      // Handled here, because nothing awaits this promise until the next group was read.
      before.catch(() => undefined)
      await last
    }
    await before
  } finally {
    // No write may still run when the caller receives the error.
    await before.catch(() => undefined)
  }
  for await (const styleIds of stylesToRemove(promotion)) {
    await write(styleIds.map((styleId) => ({ styleId, keys: [], sent: null })))
  }
}

async function* stylesToRemove({ read, snapshotId, removed }: Promotion): AsyncGenerator<readonly string[]> {
  if (removed) return yield removed
  for (let after = ''; ; ) {
    const absent = await read(publications.listAbsentStyles, { snapshotId, open: OPEN, after, limit: MAX_STYLES })
    const last = absent.at(-1)
    if (!last) return
    yield absent.map(({ styleId }) => styleId)
    after = last.styleId
  }
}

/** Returns the next styles for one transaction: at least one, and at most `limit`. */
function groupFrom(styles: readonly ChangedStyle[], at: number, limit: number): ChangedStyle[] {
  const group: ChangedStyle[] = []
  let bytes = 0
  for (const style of styles.slice(at, at + limit)) {
    bytes += style.size
    if (group.length > 0 && bytes > MAX_BYTES) break
    group.push(style)
  }
  return group
}

/** A style's new content and the keys of the events that contain it. A style that is removed has neither. */
type Wanted = { styleId: string; keys: readonly string[]; sent: (StyleTotals & { content: StyleContent }) | null }

/** @param noted keys of BOM values that earlier transactions of this publication have written */
async function writeStyles(
  { organization, snapshotId, seq, transact }: Promotion,
  styles: readonly Wanted[],
  noted: Set<string>,
): Promise<void> {
  let values = new Map<string, BomValue>()
  const styleIds = styles.map(({ styleId }) => styleId)
  const keys = styles.flatMap((style) => style.keys)
  await transact(async (run) => {
    const open = { styleIds, open: OPEN }
    // The statements are sent together and run in this order, so the stored versions are read under the lock.
    const [, locked, lines, uses] = await Promise.all([
      run(publications.lockStaged, organization, { snapshotId, keys }),
      run(publications.findOpenStyles, organization, open),
      run(publications.listOpenLines, organization, open),
      run(publications.listOpenUses, organization, open),
    ])
    const { write, settled } = createWrites(run, organization)
    values = newValues(writeLines(write, seq, styles, lines), noted)
    writeVersions(write, seq, styles, locked)
    const before = new Map(locked.map((style) => [style.styleId, style.contentHash]))
    const marked = styles.filter(({ styleId, sent }) => !sent || before.get(styleId) !== sent.content.contentHash)
    if (marked.length > 0) write(publications.createChanges, { styleIds: marked.map(({ styleId }) => styleId), seq })
    // Written last, because the previous transaction, which may not be committed yet, may have locked the same nodes.
    if (values.size > 0) write(publications.noteValues, { rows: [...values.values()] })
    writeUses(
      write,
      seq,
      styles.flatMap(({ sent }) => (sent ? usesOf(organization, sent.content) : [])),
      uses,
    )
    await settled()
  })
  if (noted.size + values.size > MOST_NOTED) noted.clear()
  for (const key of values.keys()) noted.add(key)
}

/** Writes the changed lines. Returns those that begin with this publication. */
function writeLines(
  write: Write,
  seq: number,
  styles: readonly Wanted[],
  open: readonly { styleId: string; hash: string }[],
): StoredLine[] {
  const wanted = styles.flatMap(({ styleId, sent }) =>
    (sent?.content.lines ?? []).map(({ hash, doc, line }) => ({ styleId, hash, doc, line })),
  )
  const keyOf = (line: { styleId: string; hash: string }) => `${line.styleId}/${line.hash}`
  const [keep, have] = [new Set(wanted.map(keyOf)), new Set(open.map(keyOf))]
  const closed = open.filter((line) => !keep.has(keyOf(line)))
  const opened = wanted.filter((line) => !have.has(keyOf(line)))
  if (closed.length > 0) write(publications.closeLines, { rows: closed, open: OPEN, seq })
  if (opened.length === 0) return []
  const rows = opened.map(({ line: { materialId }, ...version }) => ({ ...version, materialId }))
  write(publications.openLines, { rows, open: OPEN, seq })
  return opened.map(({ line }) => line)
}

/** About as many values as ten thousand materials have. */
const MOST_NOTED = 50_000

/**
 * Returns the values by which readers find lines of this publication. Most values occur in many lines, and each is
 * written once.
 */
function newValues(lines: readonly StoredLine[], noted: ReadonlySet<string>): Map<string, BomValue> {
  const fresh = new Map<string, BomValue>()
  for (const value of lines.flatMap(valuesOf)) {
    const key = `${value.kind} ${value.id} ${value.value}`
    if (!noted.has(key)) fresh.set(key, value)
  }
  return fresh
}

function writeVersions(
  write: Write,
  seq: number,
  styles: readonly Wanted[],
  locked: readonly { styleId: string; hash: string }[],
): void {
  const hashes = new Map(locked.map(({ styleId, hash }) => [styleId, hash]))
  const other = styles.filter(({ styleId, sent }) => hashes.get(styleId) !== sent?.content.style.hash)
  const closed = other.flatMap(({ styleId }) => (hashes.has(styleId) ? [styleId] : []))
  const opened = other.flatMap(({ styleId, sent }) => (sent ? [{ styleId, ...sent.content.style }] : []))
  if (closed.length > 0) write(publications.closeStyles, { styleIds: closed, open: OPEN, seq })
  if (opened.length > 0) write(publications.openStyles, { rows: opened, open: OPEN, seq })
  const skus = other.flatMap(({ styleId, sent }) =>
    (sent?.content.skus ?? []).map(([skuId, sku]) => ({ sku, skuId, styleId })),
  )
  if (skus.length > 0) write(publications.noteSkus, { rows: skus })
  const contents = styles.flatMap(({ styleId, sent }) => {
    if (!sent) return []
    const { contentHash } = sent.content
    return [{ styleId, contentHash, sum: sent.sum.toString(16), counts: storedCountsOf(sent) }]
  })
  if (contents.length > 0) write(publications.noteContent, { rows: contents, open: OPEN })
}

function writeUses(
  write: Write,
  seq: number,
  wanted: readonly Use[],
  open: readonly { id: string; sortKey: string; state: string }[],
): void {
  const keyOf = ({ sortKey, state }: { sortKey: string; state: string }) => `${sortKey} ${state}`
  const [keep, have] = [new Set(wanted.map(keyOf)), new Set(open.map(keyOf))]
  const closed = open.filter((use) => !keep.has(keyOf(use))).map(({ id }) => id)
  // The old and the new version of a link exist at the same time until the old one is deleted, so each has its own ID.
  const opened = wanted
    .filter((use) => !have.has(keyOf(use)))
    .map(({ linkId, ...use }) => ({ ...use, id: `${linkId}@${seq}` }))
  if (closed.length > 0) write(publications.closeUses, { ids: closed, seq })
  if (opened.length > 0) write(publications.openUses, { rows: opened, open: OPEN, seq })
}
