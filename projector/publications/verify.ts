import { findOpenStyles, listStaged, readStaged, type StagedPart } from '../../cypher/bom/write-publications.ts'
import { addSums, contentHashOf } from '../../domain/bom/content-hash.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { OPEN, stagedStyle } from '../../schemas/stored/bom.ts'
import { countsOf, type Failure, failure } from './failure.ts'
import type { Reader } from './publication-state.ts'
import { InvalidStyle } from './styles/compile-style.ts'
import { assemble, contentOf, lineCount, type StyleContent } from './styles/style-content.ts'

/**
 * A style that differs from the newest snapshot: the keys of the events that contain it, and the sum of its row hashes.
 */
export interface ChangedStyle {
  styleId: string
  keys: string[]
  sum: string
  size: number
}

export interface Verified {
  styleCount: number
  skuCount: number
  lineCount: number
  rowCount: number
  contentHash: string
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
  const found: Verified = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0, contentHash: '', changed: [] }
  let sum = 0n
  for (const [styleId, parts] of sendings) {
    const style = await styleOf(read, snapshotId, styleId, parts)
    if ('code' in style) return style
    found.styleCount += 1
    found.skuCount += style.skuCount
    found.lineCount += style.lineCount
    found.rowCount += style.rowCount
    sum = addSums(sum, style.sum)
    if (style.changed) {
      const size = parts.reduce((total, part) => total + (part.size ?? 0), 0)
      found.changed.push({ styleId, keys: parts.map(({ eventKey }) => eventKey), sum: style.sum.toString(16), size })
    }
  }
  found.contentHash = contentHashOf(sum)
  const wrong = (['styleCount', 'skuCount', 'lineCount', 'rowCount'] as const).filter(
    (name) => claimed[name] !== found[name],
  )
  const counts = { expected: countsOf(claimed), seen: countsOf(found) }
  if (wrong.length > 0)
    return failure(
      'wrong_counts',
      wrong.map((name) => `${name} is ${claimed[name]}, but ${found[name]} came`).join('; '),
      counts,
    )
  if (claimed.contentHash !== null && claimed.contentHash !== found.contentHash)
    return failure('wrong_hash', `the hash of the received rows is ${found.contentHash}`, counts)
  return found
}

/** Returns the parts of the latest version of each style. */
async function lastSendings(read: Reader, snapshotId: string): Promise<Map<string, StagedPart[]>> {
  const sendings = new Map<string, StagedPart[]>()
  for (let after = ''; ; ) {
    const page = await read(listStaged, { snapshotId, after, limit: PAGE })
    for (const part of page) {
      const known = sendings.get(part.styleId)
      const [version, last] = [BigInt(part.version), BigInt(known?.[0]?.version ?? -1)]
      if (version > last) sendings.set(part.styleId, [part])
      else if (version === last) known?.push(part)
    }
    const next = page.at(-1)
    if (page.length < PAGE || !next) return sendings
    after = next.eventKey
  }
}

type Totals = { skuCount: number; lineCount: number; rowCount: number; sum: bigint; changed: boolean }

async function styleOf(
  read: Reader,
  snapshotId: string,
  styleId: string,
  parts: readonly StagedPart[],
): Promise<Totals | Failure> {
  const [first] = parts
  if (!first || first.parts === 1) {
    if (!first || parts.length > 1) return failure('duplicate_part', `style ${styleId} was sent twice in one version`)
    return { ...first, sum: BigInt(`0x${first.sum}`) }
  }
  const numbers = new Set(parts.map(({ part }) => part))
  if (parts.some((part) => part.parts !== first.parts) || numbers.size < parts.length)
    return failure('duplicate_part', `parts of style ${styleId} contradict each other`)
  if (numbers.size < first.parts)
    return failure('missing_part', `style ${styleId}: received ${numbers.size} of ${first.parts} parts`)
  return assembledTotals(read, snapshotId, styleId, parts)
}

async function assembledTotals(
  read: Reader,
  snapshotId: string,
  styleId: string,
  parts: readonly StagedPart[],
): Promise<Totals | Failure> {
  try {
    const compiled = await readStyle(
      read,
      snapshotId,
      parts.map(({ eventKey }) => eventKey),
    )
    const [open] = await read(findOpenStyles, { styleIds: [styleId], open: OPEN })
    return {
      skuCount: compiled.skus.length,
      lineCount: compiled.lineCount,
      rowCount: parts.reduce((total, { rowCount }) => total + rowCount, 0),
      sum: parts.reduce((total, part) => addSums(total, BigInt(`0x${part.sum}`)), 0n),
      changed: open?.contentHash !== compiled.contentHash,
    }
  } catch (error) {
    if (error instanceof InvalidStyle) return failure('invalid_data', `style ${styleId}: ${error.message}`)
    throw error
  }
}

/** Reads a style from the events that contain it. @throws InvalidStyle */
export async function readStyle(
  read: Reader,
  snapshotId: string,
  keys: string[],
): Promise<StyleContent & { lineCount: number }> {
  const rows = await read(readStaged, { snapshotId, keys })
  const compiled = assemble(rows.flatMap(({ doc }) => (doc === null ? [] : [stagedStyle.readChecked(doc)])))
  return { ...contentOf(compiled), lineCount: lineCount(compiled.lines) }
}
