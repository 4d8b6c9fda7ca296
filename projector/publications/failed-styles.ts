import { readStagedNames, type StagedNames, type StagedPart } from '../../cypher/bom/write-publications.ts'
import type { InvalidStyle } from '../../domain/publications/compile-style.ts'
import { type Failure, failure } from '../../domain/publications/failure.ts'
import { partsFailure } from '../../domain/publications/verify-parts.ts'
import { MAX_PUBLICATION_FAULTS } from '../../schemas/ingest/publications.ts'
import type { Reader } from './publication-state.ts'

/** A style that cannot be published: its parts, and why they contradict each other; null if they are not a whole style. */
interface FailedStyle {
  styleId: string
  parts: readonly StagedPart[]
  invalid: InvalidStyle | null
}

/** The styles because of which a publication fails. Memory use does not depend on their number. */
export class FailedStyles {
  readonly #first: FailedStyle[] = []
  #faultCount = 0

  add(style: FailedStyle): void {
    if (this.#first.length < MAX_PUBLICATION_FAULTS) this.#first.push(style)
    this.#faultCount += style.invalid?.faults.length ?? 1
  }

  /** The failure of the first style with the faults of all, or null if there is none. */
  async failure(read: Reader, snapshotId: string): Promise<Failure | null> {
    if (this.#first.length === 0) return null
    const rows = await read(readStagedNames, { snapshotId, keys: this.#first.map(keyOf) })
    const names = new Map(rows.map(({ eventKey, ...stagedNames }) => [eventKey, stagedNames]))
    const failures = this.#first.map((style) => failureOf(style, names.get(keyOf(style)) ?? null))
    const [first] = failures
    const faults = failures.flatMap((one) => one.faults ?? []).slice(0, MAX_PUBLICATION_FAULTS)
    return first ? { ...first, faults, faultCount: this.#faultCount } : null
  }
}

/** The names of a style are those of the last event that contains a part of it. */
const keyOf = ({ parts }: FailedStyle) => parts.at(-1)?.eventKey ?? ''

function failureOf({ styleId, parts, invalid }: FailedStyle, names: StagedNames | null): Failure {
  const style = `style ${names?.styleNumber ?? styleId}`
  if (invalid) {
    const faults = invalid.faults.map((fault) => ({ ...names, ...fault }))
    return failure('invalid_data', `${style}: ${invalid.message}`, { faults })
  }
  const why = partsFailure(style, parts) ?? failure('missing_part', style)
  return { ...why, faults: [{ ...names, path: ['part'], detail: why.detail }] }
}
