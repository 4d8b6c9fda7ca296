import { type Brand, type BrandOptions, openBrand } from '../brand.ts'
import type { DemoEvent } from '../event.ts'
import { styleAt } from '../graph/styles/style.ts'
import { completedEvent, startedEvent, styleEvent } from './bom-event.ts'
import { contentHash, digestSum } from './ledger/content-hash.ts'
import { rowsOf } from './ledger/snapshot-rows.ts'
import { partCount, partsOf } from './parts.ts'
import { attemptBefore, type Publication, publicationAt, unfinishedPublication } from './publication.ts'
import { bomAt, lastTouched } from './style-bom.ts'
import type { StyleData } from './style-data.ts'

/** The part of a brand's BOM that is sent. */
export type BomFeed = {
  /** The number of newest publications to send. All if absent. */
  readonly publications?: number | undefined
  /**
   * Sends the middle publication twice, first with a wrong count: that attempt fails, and its rows never become
   * visible.
   */
  readonly withFailure?: boolean
  /** Starts one more publication at the end, and leaves it unfinished. */
  readonly withUnfinished?: boolean
}

/** One attempt at a publication. `kind` is how it ends. */
type Run = { readonly publication: Publication; readonly kind: 'complete' | 'failing' | 'unfinished' }

/**
 * The publications of a brand in order, one event at a time, so that any profile runs in constant memory. The same
 * options give the same events, byte for byte. Every second publication has a content hash.
 */
export function* bomEvents(options: BrandOptions, feed: BomFeed = {}): Generator<DemoEvent, void> {
  const brand = openBrand(options)
  const sumOf = createSums(brand)
  for (const run of runsOf(brand, feed)) yield* eventsOf(brand, run, sumOf)
}

/** How many events `bomEvents` gives with the same options, for progress; much cheaper than the events. */
export function bomEventCount(options: BrandOptions, feed: BomFeed = {}): number {
  const brand = openBrand(options)
  return runsOf(brand, feed).reduce((sum, run) => {
    const indexes = Array.from({ length: stylesOf(brand, run) }, (_, index) => index)
    const parts = indexes.map((index) => partCount(bomAt(brand, styleAt(brand, index), run.publication.number)))
    return sum + parts.reduce((all, count) => all + count, run.kind === 'unfinished' ? 1 : 2)
  }, 0)
}

function runsOf(brand: Brand, { publications, withFailure = false, withUnfinished = false }: BomFeed): Run[] {
  const { snapshots } = brand.profile
  const count = Math.min(publications ?? snapshots, snapshots)
  const middle = snapshots - Math.trunc(count / 2)
  const runs = Array.from({ length: count }, (_, place): Run[] => {
    const number = snapshots - count + 1 + place
    const run: Run = { publication: publicationAt(brand, number), kind: 'complete' }
    if (!withFailure || number !== middle) return [run]
    return [{ publication: attemptBefore(brand, number), kind: 'failing' }, run]
  }).flat()
  if (withUnfinished && count > 0) runs.push({ publication: unfinishedPublication(brand), kind: 'unfinished' })
  return runs
}

/** The number of styles that are sent: an unfinished publication has half of them. */
const stylesOf = ({ profile }: Brand, { kind }: Run): number =>
  kind === 'unfinished' ? Math.ceil(profile.styles / 2) : profile.styles

function* eventsOf(brand: Brand, run: Run, sumOf: SumOf): Generator<DemoEvent, void> {
  const { publication, kind } = run
  const hasHash = kind === 'complete' && publication.number % 2 === 0
  const counts = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: kind === 'failing' ? 1 : 0 }
  let sum = 0n
  yield startedEvent(brand, publication)
  for (let index = 0; index < stylesOf(brand, run); index += 1) {
    const bom = bomAt(brand, styleAt(brand, index), publication.number)
    const parts = partsOf(brand, bom, publication.snapshotId)
    addTo(counts, parts)
    if (hasHash) sum += sumOf(publication.number, index, parts)
    for (const part of parts) yield styleEvent(brand, publication, index, part)
  }
  if (kind === 'unfinished') return
  yield completedEvent(brand, publication, { ...counts, contentHash: hasHash ? contentHash(sum) : null })
}

type Counts = { styleCount: number; skuCount: number; lineCount: number; rowCount: number }

function addTo(counts: Counts, parts: readonly StyleData[]): void {
  counts.styleCount += 1
  counts.lineCount += new Set(parts.flatMap(({ lines }) => lines.map(({ lineNumber }) => lineNumber))).size
  for (const { skus, lines } of parts) {
    counts.skuCount += skus.length
    for (const { yields } of lines) counts.rowCount += yields.length
  }
}

/** The sum of the digests of a style's rows. */
type SumOf = (number: number, index: number, parts: readonly StyleData[]) => bigint

/** Caches sums until an edit, 32 bytes per style, because digests are most of the work of a publication. */
function createSums(brand: Brand): SumOf {
  const known: { version: number; sum: bigint }[] = []
  return (number, index, parts) => {
    const version = lastTouched(brand, styleAt(brand, index), number)
    const found = known[index]
    if (found?.version === version) return found.sum
    const sum = digestSum(parts.flatMap(rowsOf))
    known[index] = { version, sum }
    return sum
  }
}
