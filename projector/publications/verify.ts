import { findOpenStyles, listStaged, readStaged, type StagedPart } from '../../cypher/bom/write-publications.ts'
import { addSums, contentHashOf } from '../../domain/bom/content-hash.ts'
import { type CompiledStyle, InvalidStyle } from '../../domain/publications/compile-style.ts'
import type { Failure } from '../../domain/publications/failure.ts'
import { assemble, contentOf, type StyleContent } from '../../domain/publications/style-content.ts'
import {
  addPart,
  claimFailure,
  isAsStored,
  joinedTotals,
  partsFailure,
  type StyleTotals,
} from '../../domain/publications/verify-parts.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { OPEN, stagedStyle } from '../../schemas/stored/bom.ts'
import { FailedStyles } from './failed-styles.ts'
import type { Reader } from './publication-state.ts'

/** A style that differs from the newest snapshot, with the keys of the events that contain it. */
export interface ChangedStyle extends StyleTotals {
  styleId: string
  keys: string[]
  size: number
}

export interface Verified {
  styleCount: number
  skuCount: number
  lineCount: number
  rowCount: number
  contentHash: string
  /** IDs of all styles. */
  styleIds: ReadonlySet<string>
  changed: ChangedStyle[]
}

const PAGE = 5000

/**
 * Compares the received styles of a publication with the counts and the hash in its completed event. Versions of a
 * style that a later one replaced do not count.
 * @returns the reason of the failure, or the contents of the publication
 */
export async function verify(
  read: Reader,
  snapshotId: string,
  claimed: BomData['completed'],
): Promise<Verified | Failure> {
  const sendings = await lastSendings(read, snapshotId)
  const counts = { styleCount: sendings.size, skuCount: 0, lineCount: 0, rowCount: 0 }
  const found: Verified = { ...counts, contentHash: '', styleIds: new Set(sendings.keys()), changed: [] }
  const failed = new FailedStyles()
  let sum = 0n
  for (const [styleId, parts] of sendings) {
    const style = await styleOf(read, snapshotId, styleId, parts)
    if ('isFailed' in style) {
      failed.add({ styleId, parts, invalid: style.invalid })
      continue
    }
    found.skuCount += style.skuCount
    found.lineCount += style.lineCount
    found.rowCount += style.rowCount
    sum = addSums(sum, style.sum)
    if (style.changed) {
      const size = parts.reduce((total, part) => total + (part.size ?? 0), 0)
      const { skuCount, lineCount, rowCount } = style
      const keys = parts.map(({ eventKey }) => eventKey)
      found.changed.push({ styleId, keys, size, skuCount, lineCount, rowCount, sum: style.sum })
    }
  }
  const why = await failed.failure(read, snapshotId)
  if (why) return why
  found.contentHash = contentHashOf(sum)
  return claimFailure(claimed, found) ?? found
}

/** Returns the parts of the latest version of each style. */
async function lastSendings(read: Reader, snapshotId: string): Promise<Map<string, StagedPart[]>> {
  const sendings = new Map<string, StagedPart[]>()
  for (let after = ''; ; ) {
    const page = await read(listStaged, { snapshotId, after, limit: PAGE })
    for (const part of page) sendings.set(part.styleId, addPart(sendings.get(part.styleId) ?? [], part))
    const next = page.at(-1)
    if (page.length < PAGE || !next) return sendings
    after = next.eventKey
  }
}

type Totals = StyleTotals & { changed: boolean }
type Failed = { isFailed: true; invalid: InvalidStyle | null }

async function styleOf(
  read: Reader,
  snapshotId: string,
  styleId: string,
  parts: readonly StagedPart[],
): Promise<Totals | Failed> {
  if (partsFailure('', parts)) return { isFailed: true, invalid: null }
  const [first] = parts
  if (first?.parts === 1) return { ...first, sum: BigInt(`0x${first.sum}`) }
  return assembledTotals(read, snapshotId, styleId, parts)
}

async function assembledTotals(
  read: Reader,
  snapshotId: string,
  styleId: string,
  parts: readonly StagedPart[],
): Promise<Totals | Failed> {
  try {
    const keys = parts.map(({ eventKey }) => eventKey)
    const { whole, contentHash } = await readStyle(read, snapshotId, keys)
    const [open] = await read(findOpenStyles, { styleIds: [styleId], open: OPEN })
    const totals = joinedTotals(parts, whole)
    return { ...totals, changed: !isAsStored(open, contentHash, totals) }
  } catch (error) {
    if (!(error instanceof InvalidStyle)) throw error
    return { isFailed: true, invalid: error }
  }
}

/** Reads a style from the events that contain it. @throws InvalidStyle */
export async function readStyle(
  read: Reader,
  snapshotId: string,
  keys: string[],
): Promise<StyleContent & { whole: CompiledStyle }> {
  const rows = await read(readStaged, { snapshotId, keys })
  const whole = assemble(rows.flatMap(({ doc }) => (doc === null ? [] : [stagedStyle.readChecked(doc)])))
  return { ...contentOf(whole), whole }
}
