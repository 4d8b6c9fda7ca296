import type { Run } from '../../cypher/connect.ts'
import * as publications from '../../cypher/publications.ts'
import { OPEN } from '../../schemas/stored-bom.ts'
import { createWrites, type Write } from '../writes.ts'
import type { Reader } from './feed.ts'
import type { StyleContent } from './style-content.ts'
import { type Use, usesOf } from './uses-material.ts'
import { type ChangedStyle, readStyle } from './verify.ts'

/** What one transaction takes in: some 600 line versions and as many links, which take well below its time limit. */
const MAX_BYTES = 768 * 1024
const MAX_STYLES = 100
const ABSENT_STYLES = 50

/** Runs a transaction under the claim of the partition. */
export type Transact = (work: (run: Run) => Promise<void>) => Promise<void>

export interface Promoting {
  organization: string
  snapshotId: string
  /** The number of the publication that is being built. */
  seq: number
  read: Reader
  transact: Transact
}

/**
 * Writes the versions that a verified publication begins and ends, unseen by readers, who look at earlier numbers. Doing
 * it again changes nothing, so that it goes on after a crash from wherever it was.
 */
export async function promote(promoting: Promoting, changed: readonly ChangedStyle[]): Promise<void> {
  const { read, snapshotId } = promoting
  for (const group of grouped(changed)) {
    const styles = await Promise.all(
      group.map(async ({ styleId, keys, sum }) => ({ styleId, content: await readStyle(read, snapshotId, keys), sum })),
    )
    await writeStyles(promoting, styles)
  }
  for (let after = ''; ; ) {
    const absent = await read(publications.listAbsentStyles, { snapshotId, open: OPEN, after, limit: ABSENT_STYLES })
    const last = absent.at(-1)
    if (!last) return
    await writeStyles(
      promoting,
      absent.map(({ styleId }) => ({ styleId, content: null, sum: '' })),
    )
    after = last.styleId
  }
}

function* grouped(styles: readonly ChangedStyle[]): Generator<ChangedStyle[]> {
  let group: ChangedStyle[] = []
  let bytes = 0
  for (const style of styles) {
    if (group.length > 0 && (group.length === MAX_STYLES || bytes + style.size > MAX_BYTES)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(style)
    bytes += style.size
  }
  if (group.length > 0) yield group
}

/** The new content of a style, null when the publication does not carry it. */
type Wanted = { styleId: string; content: StyleContent | null; sum: string }

async function writeStyles({ organization, seq, transact }: Promoting, styles: readonly Wanted[]): Promise<void> {
  const styleIds = styles.map(({ styleId }) => styleId)
  await transact(async (run) => {
    const open = { styleIds, open: OPEN }
    const [held, lines, uses] = await Promise.all([
      run(publications.findOpenStyles, organization, open),
      run(publications.listOpenLines, organization, open),
      run(publications.listOpenUses, organization, open),
    ])
    const { write, settled } = createWrites(run, organization)
    writeLines(write, seq, styles, lines)
    writeVersions(write, seq, styles, held)
    writeUses(
      write,
      seq,
      styles.flatMap(({ content }) => (content ? usesOf(organization, content) : [])),
      uses,
    )
    write(publications.markChanges, { styleIds, seq })
    await settled()
  })
}

function writeLines(
  write: Write,
  seq: number,
  styles: readonly Wanted[],
  open: readonly { styleId: string; hash: string }[],
): void {
  const wanted = styles.flatMap(({ styleId, content }) =>
    (content?.lines ?? []).map(({ hash, doc }) => ({ styleId, hash, doc })),
  )
  const keyOf = (line: { styleId: string; hash: string }) => `${line.styleId}/${line.hash}`
  const [keep, have] = [new Set(wanted.map(keyOf)), new Set(open.map(keyOf))]
  const closed = open.filter((line) => !keep.has(keyOf(line)))
  const opened = wanted.filter((line) => !have.has(keyOf(line)))
  if (closed.length > 0) write(publications.closeLines, { rows: closed, open: OPEN, seq })
  if (opened.length > 0) write(publications.openLines, { rows: opened, open: OPEN, seq })
}

function writeVersions(
  write: Write,
  seq: number,
  styles: readonly Wanted[],
  held: readonly { styleId: string; hash: string }[],
): void {
  const hashes = new Map(held.map(({ styleId, hash }) => [styleId, hash]))
  const other = styles.filter(({ styleId, content }) => hashes.get(styleId) !== content?.style.hash)
  const closed = other.flatMap(({ styleId }) => (hashes.has(styleId) ? [styleId] : []))
  const opened = other.flatMap(({ styleId, content }) => (content ? [{ styleId, ...content.style }] : []))
  if (closed.length > 0) write(publications.closeStyles, { styleIds: closed, open: OPEN, seq })
  if (opened.length > 0) write(publications.openStyles, { rows: opened, open: OPEN, seq })
  const skus = other.flatMap(({ styleId, content }) => (content?.skus ?? []).map(([, sku]) => ({ sku, styleId })))
  if (skus.length > 0) write(publications.noteSkus, { rows: skus })
  const contents = styles.flatMap(({ styleId, content, sum }) =>
    content ? [{ styleId, contentHash: content.contentHash, sum }] : [],
  )
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
  // Two versions of a link are there at once until the old one is dropped, so each has an id of its own.
  const opened = wanted
    .filter((use) => !have.has(keyOf(use)))
    .map(({ linkId, ...use }) => ({ ...use, id: `${linkId}@${seq}` }))
  if (closed.length > 0) write(publications.closeUses, { ids: closed, seq })
  if (opened.length > 0) write(publications.openUses, { rows: opened, open: OPEN, seq })
}
