import type { PublicationCounts } from '../../schemas/ingest/publications.ts'
import type { BomData } from '../../schemas/records/bom-events.ts'
import { addSums, contentHashOf, sumOfRows } from '../bom/content-hash.ts'
import { baseFailure, removalFailure, removedStylesOf } from './base-failures.ts'
import type { PublicationEvent } from './checked-events.ts'
import { type CompiledStyle, InvalidStyle } from './compile-style.ts'
import { type Failure, failure } from './failure.ts'
import { compiledOf } from './judge-event.ts'
import { assemble } from './style-content.ts'
import { addPart, claimFailure, type HashedPart, joinedTotals, partsFailure, sentPart } from './verify-parts.ts'

/** A style event in memory. `whole` has its SKUs and lines without rows, if the style was sent in several parts. */
type Part = HashedPart & { source: PublicationEvent; whole: CompiledStyle | null }

/** A failure with the event that shows it. */
export interface Found {
  why: Failure
  source: PublicationEvent
}

export type Contents = PublicationCounts & { contentHash: string }

/**
 * A publication whose events are read from a file, with what they contain, verified by the rules of the projector. The
 * rows are not kept.
 */
export class OpenPublication {
  readonly started: PublicationEvent
  /** Whether the projector would have ended it already. More of its events are read to find their faults, too. */
  hasFailed = false
  /** The latest event. */
  last: PublicationEvent
  readonly #styles = new Map<string, { number: string; parts: Part[] }>()

  constructor(started: PublicationEvent) {
    this.started = started
    this.last = started
  }

  get snapshotId(): string {
    return this.started.event.snapshotId
  }

  get #start(): Partial<BomData['started']> {
    const { content } = this.started.event
    return content.action === 'started' ? content.data : {}
  }

  /** Why it fails after another publication of the file was completed, or null. */
  failureAfter(newest: string): Failure | null {
    return baseFailure(this.#start, newest)
  }

  /** Adds a style event, and returns why it fails the publication, or the event with a higher version, or null. */
  addStyle(source: PublicationEvent): Found | { later: PublicationEvent } | null {
    const { event } = source
    const compiled = compiledOf(event)
    const { content } = event
    if (compiled instanceof InvalidStyle) return { why: failure('invalid_data', compiled.message), source }
    if (content.action !== 'style') throw new Error('Only style events are compiled')
    const parts = this.#styles.get(compiled.styleId)?.parts ?? []
    const [first] = parts
    if (first && event.version < BigInt(first.version)) return { later: first.source }
    const sum = sumOfRows(content.data).toString(16)
    const part = { ...sentPart(event.version, content.data), sum, source, whole: wholeOf(compiled, content.data) }
    this.#styles.set(compiled.styleId, { number: compiled.style, parts: addPart(parts, part) })
    return null
  }

  /** Verifies all styles against a completed event, and returns its contents or every failure. */
  verify(completed: PublicationEvent, claimed: BomData['completed']): Contents | Found[] {
    const found = { styleCount: 0, skuCount: 0, lineCount: 0, rowCount: 0 }
    const failures: Found[] = []
    let sum = 0n
    for (const { number, parts } of this.#styles.values()) {
      const totals = totalsOf(number, parts)
      if ('code' in totals) {
        failures.push({ why: totals, source: parts.at(-1)?.source ?? completed })
        continue
      }
      found.styleCount += 1
      found.skuCount += totals.skuCount
      found.lineCount += totals.lineCount
      found.rowCount += totals.rowCount
      sum = addSums(sum, totals.sum)
    }
    if (failures.length > 0) return failures
    const contents = { ...found, contentHash: contentHashOf(sum) }
    const removed = removedStylesOf(completed.event, claimed)
    const why =
      claimFailure(claimed, contents) ?? removalFailure(this.#start, removed, (styleId) => this.#styles.has(styleId))
    return why ? [{ why: withClaim(why, claimed), source: completed }] : contents
  }
}

/** Rows are in the totals already, and all lines of a SKU are in one part. */
function wholeOf(compiled: CompiledStyle, { parts }: BomData['style']): CompiledStyle | null {
  return parts === 1 ? null : { ...compiled, lines: compiled.lines.map((line) => ({ ...line, yields: [] })) }
}

function totalsOf(number: string, parts: readonly Part[]): ReturnType<typeof joinedTotals> | Failure {
  const incomplete = partsFailure(`style ${number}`, parts)
  if (incomplete) return incomplete
  const [first] = parts
  if (first?.parts === 1) return { ...first, sum: BigInt(`0x${first.sum}`) }
  try {
    return joinedTotals(parts, assemble(parts.flatMap(({ whole }) => whole ?? [])))
  } catch (error) {
    if (error instanceof InvalidStyle) return failure('invalid_data', error.message)
    throw error
  }
}

function withClaim(why: Failure, { contentHash }: BomData['completed']): Failure {
  return why.code === 'wrong_hash' ? { ...why, detail: `contentHash is ${contentHash}, but ${why.detail}` } : why
}
