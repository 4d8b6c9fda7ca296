import { type EventWarning, eventWarnings } from '../../../domain/events/event-warnings.ts'
import type {
  CheckedPublication,
  Checks,
  PublicationFault,
  Repeat,
} from '../../../domain/publications/checked-events.ts'
import { PublicationChecker } from '../../../domain/publications/publication-checker.ts'
import { type InputOptions, linesOfEvents } from '../input.ts'
import { type BadLine, type FeedEvent, isBad, parseLine, readJson } from '../read-event.ts'
import { everySoOften } from '../send-events.ts'
import { openRepeats } from './repeats.ts'

export interface Checked {
  good: number
  bad: number
}

/** What a check reports, in the order of the file. */
export interface Reports {
  onBad?(bad: BadLine): void | Promise<void>
  onRepeat?(repeat: Repeat): void | Promise<void>
  onFault?(fault: PublicationFault): void | Promise<void>
  onPublication?(publication: CheckedPublication): void | Promise<void>
  onWarnings?(line: number, warnings: readonly EventWarning[]): void
  onEvent?(event: FeedEvent): void
}

export interface CheckOptions extends InputOptions, Reports {
  /** Whether bad lines will not be sent. Otherwise, a bad line fails its publication. */
  skipBad?: boolean
  now?(): number
}

export interface CheckedFile extends Checked {
  repeats: number
  /** The number of faults of publications, and of publications by outcome. */
  faults: number
  completed: number
  aborted: number
  failed: number
}

/**
 * Validates every line, and every publication as a whole. It also finds events that would change nothing, and what is
 * probably a mistake.
 */
export async function checkFile(options: CheckOptions): Promise<CheckedFile> {
  const { onBad, onRepeat, onWarnings, onEvent, onProgress, skipBad = false, now = Date.now } = options
  const repeats = openRepeats()
  const publications = new PublicationChecker(now)
  const counts = { good: 0, bad: 0, repeats: 0, faults: 0, completed: 0, aborted: 0, failed: 0 }
  const say = everySoOften(onProgress)
  const report = async ({ faults, ended, repeat }: Checks) => {
    counts.faults += faults.length
    for (const fault of faults) await options.onFault?.(fault)
    for (const publication of ended) {
      counts[publication.outcome === 'unfinished' ? 'failed' : publication.outcome] += 1
      await options.onPublication?.(publication)
    }
    if (repeat === null) return
    counts.repeats += 1
    await onRepeat?.(repeat)
  }
  try {
    for await (const line of linesOfEvents(options)) {
      const json = parseLine(line)
      const read = readJson(line, json)
      counts[isBad(read) ? 'bad' : 'good'] += 1
      if (isBad(read)) await onBad?.(read)
      else onEvent?.(read)
      onWarnings?.(line.number, eventWarnings(json))
      if (read.publication && !(isBad(read) && skipBad)) await report(publications.add(read.publication))
      else if (!isBad(read)) await report({ faults: [], ended: [], repeat: repeats.find(read) })
      say(() => `Checked ${counts.good + counts.bad} lines.`)
    }
    if (!options.signal?.aborted) await report(publications.end())
  } finally {
    repeats.close()
  }
  return counts
}
