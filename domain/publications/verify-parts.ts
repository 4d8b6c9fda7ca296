import type { PublicationCounts } from '../../schemas/ingest/publications.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { addSums } from '../bom/content-hash.ts'
import type { CompiledStyle } from './compile-style.ts'
import { countsOf, type Failure, failure } from './failure.ts'
import { lineCount } from './style-content.ts'

/** What one style event counts. `version` is its `sourceversion`. */
export interface SentPart {
  version: string
  part: number
  parts: number
  skuCount: number
  lineCount: number
  rowCount: number
}

/** The same with the sum of its row hashes in hexadecimal. */
export type HashedPart = SentPart & { sum: string }

export interface StyleTotals {
  skuCount: number
  lineCount: number
  rowCount: number
  /** The sum of its row hashes. */
  sum: bigint
}

/** The numbers of SKUs, lines, and rows of a style, as the graph stores them. */
export function storedCountsOf({ skuCount, lineCount, rowCount }: Omit<StyleTotals, 'sum'>): number[] {
  return [skuCount, lineCount, rowCount]
}

/** Whether a style equals its stored version. Lines without rows are counted, but are not part of its content. */
export function isAsStored(
  stored: { contentHash: string | null; counts: readonly number[] | null } | undefined,
  contentHash: string,
  totals: Omit<StyleTotals, 'sum'>,
): boolean {
  return stored?.contentHash === contentHash && String(stored.counts) === String(storedCountsOf(totals))
}

/** Counts the contents of a style event. */
export function sentPart(version: bigint, { part, parts, skus, lines }: BomData['style']): SentPart {
  return {
    version: String(version),
    part,
    parts,
    skuCount: skus.length,
    lineCount: lines.length,
    rowCount: lines.reduce((sum, line) => sum + line.yields.length, 0),
  }
}

/**
 * Adds a part to those of the latest version of its style, and returns them. A higher version replaces all, and a lower
 * one is ignored.
 */
export function addPart<Part extends { version: string }>(known: Part[], part: Part): Part[] {
  const [version, last] = [BigInt(part.version), BigInt(known[0]?.version ?? -1)]
  if (version > last) return [part]
  if (version === last) known.push(part)
  return known
}

/** Why the parts of one version of a style are not a whole style, or null. `named` is the style in the detail. */
export function partsFailure(named: string, parts: readonly SentPart[]): Failure | null {
  const [first] = parts
  if (!first || first.parts === 1)
    return parts.length === 1 ? null : failure('duplicate_part', `${named} was sent twice in one version`)
  const numbers = new Set(parts.map(({ part }) => part))
  if (parts.some((part) => part.parts !== first.parts) || numbers.size < parts.length)
    return failure('duplicate_part', `parts of ${named} contradict each other`)
  if (numbers.size < first.parts)
    return failure('missing_part', `${named}: received ${numbers.size} of ${first.parts} parts`)
  return null
}

/** The totals of a style that was sent in several parts. A line that is in several parts counts once. */
export function joinedTotals(parts: readonly HashedPart[], { skus, lines }: CompiledStyle): StyleTotals {
  return {
    skuCount: skus.length,
    lineCount: lineCount(lines),
    rowCount: parts.reduce((total, { rowCount }) => total + rowCount, 0),
    sum: parts.reduce((total, part) => addSums(total, BigInt(`0x${part.sum}`)), 0n),
  }
}

/** Why a publication contradicts its completed event, or null. */
export function claimFailure(
  claimed: BomData['completed'],
  found: PublicationCounts & { contentHash: string },
): Failure | null {
  const wrong = (['styleCount', 'skuCount', 'lineCount', 'rowCount'] as const).filter(
    (name) => claimed[name] !== found[name],
  )
  const counts = { expected: countsOf(claimed), seen: countsOf(found) }
  if (wrong.length > 0) {
    const faults = wrong.map((name) => ({ path: [name], detail: `is ${claimed[name]}, but ${found[name]} came` }))
    const detail = faults.map((fault) => `${fault.path} ${fault.detail}`).join('; ')
    return failure('wrong_counts', detail, { ...counts, faults })
  }
  if (claimed.contentHash !== null && claimed.contentHash !== found.contentHash) {
    const detail = `the hash of the received rows is ${found.contentHash}`
    return failure('wrong_hash', detail, { ...counts, faults: [{ path: ['contentHash'], detail }] })
  }
  return null
}
