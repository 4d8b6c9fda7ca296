import type { CheckedPublication, Repeat } from '../../../domain/publications/checked-events.ts'
import type { Organization } from '../../../schemas/credentials.ts'
import type { BadLine } from '../read-event.ts'
import type { Reports } from './check-file.ts'
import { GroupedFaults, type LineFault } from './grouped-faults.ts'
import { GroupedWarnings, warningText } from './grouped-warnings.ts'
import { type Refusal, refusalText, SeenSources } from './seen-sources.ts'

const MOST = 20

/** Collects what a check of a file reports. Its texts for people are short, however many faults the file has. */
export class CheckReport {
  readonly #bad = new GroupedFaults()
  readonly #faults = new GroupedFaults()
  readonly #repeats = new GroupedFaults()
  readonly #warnings = new GroupedWarnings()
  readonly #sources = new SeenSources()
  readonly #publications: string[] = []
  #morePublications = 0

  /** The functions that collect. */
  readonly reports: Required<Reports> = {
    onBad: (bad) => this.#bad.add(faultOfLine(bad)),
    onFault: (fault) => this.#faults.add(fault),
    onRepeat: (repeat) => this.#repeats.add({ ...repeatOf(repeat), reason: 'changes nothing' }),
    onWarnings: (line, warnings) => this.#warnings.add(line, warnings),
    onEvent: (event) => this.#sources.add(event),
    onPublication: (publication) => {
      if (this.#publications.length < MOST) this.#publications.push(publicationText(publication))
      else this.#morePublications += 1
    },
  }

  /** Bad lines, faults of publications, and events that would change nothing, in the order of the file. */
  faults(): string[] {
    const all = [...this.#bad.texts(), ...this.#faults.texts(), ...this.#repeats.texts()]
    return all.sort((a, b) => a.line - b.line).map(({ text }) => text)
  }

  badLines(): string[] {
    return this.#bad.texts().map(({ text }) => text)
  }

  /** The faults of publications, as warnings. */
  publicationWarnings(): string[] {
    return this.#faults.texts().map(({ text }) => `warning: ${text}`)
  }

  warnings() {
    return this.#warnings.all()
  }

  refusals(organizations: readonly Organization[]) {
    return this.#sources.refusals(organizations)
  }

  /** The warnings, after those about organizations and sources. */
  warningTexts(refusals: readonly Refusal[]): string[] {
    return shortened([...refusals.map(refusalText), ...this.warnings().map(warningText)], 'warnings')
  }

  publications(): string[] {
    const more = this.#morePublications
    return more === 0 ? this.#publications : [...this.#publications, `and ${more} more publications`]
  }
}

function shortened(texts: readonly string[], noun: string): string[] {
  return texts.length <= MOST ? [...texts] : [...texts.slice(0, MOST), `and ${texts.length - MOST} more ${noun}`]
}

/** The fault of a bad line. For an event about a publication, it names what it is about. */
export function faultOfLine({ line, reason, detail, publication }: BadLine): LineFault {
  if (!publication) return { line, reason, detail }
  const { id, style, event } = publication
  const { organization, snapshotId } = event
  return { line, reason, detail, organization, snapshotId, style, eventId: id }
}

export function repeatOf({ line, version, earlierLine, earlierVersion }: Repeat) {
  if (version === null) return { line, reason: 'repeated', detail: `source and id are those of line ${earlierLine}` }
  const detail = `sourceversion ${version} is not above ${earlierVersion} in line ${earlierLine}`
  return { line, reason: 'not_newer', detail }
}

function publicationText({ organization, snapshotId, firstLine, lastLine, outcome, contents }: CheckedPublication) {
  const which = `publication ${snapshotId} of ${organization} (lines ${firstLine} to ${lastLine})`
  if (outcome === 'aborted') return `${which} would be aborted`
  if (outcome === 'unfinished') return `${which} would not be completed`
  if (outcome === 'failed' || contents === null) return `${which} would fail`
  const { styleCount, skuCount, lineCount, rowCount, contentHash } = contents
  const counts = `styleCount ${styleCount}, skuCount ${skuCount}, lineCount ${lineCount}, rowCount ${rowCount}`
  return `${which} would be completed: ${counts}, contentHash ${contentHash}`
}
