import type { KafkaConnection } from '../../kafka/connection.ts'
import { type Checked, checkFile, type Reports } from './checks/check-file.ts'
import { type InputOptions, linesOfEvents } from './input.ts'
import { type BadLine, type FeedEvent, readEvent } from './read-event.ts'
import { type SendOptions, sendEvents } from './send-events.ts'

export interface FeedOptions extends InputOptions, SendOptions, Reports {
  /** Whether to skip bad lines. By default, nothing is sent if a line is bad. */
  skipBad?: boolean
  /** Called after a file was checked, before anything is sent. */
  onChecked?(): void | Promise<void>
}

/**
 * Sends the events of a file in order, each with its key, and waits for all in-sync replicas. A file is validated as a
 * whole first, and nothing is sent if a line is bad. A publication that would fail is reported and sent all the same,
 * because events of it may be in Kafka already. Standard input cannot be read twice, so sending stops at its first bad
 * line.
 * @returns the number of good lines, which were sent, and of bad lines, which were skipped
 * @throws Error with the number of sent events, when a line is bad or Kafka does not confirm
 */
export async function feedFile(connection: KafkaConnection, options: FeedOptions): Promise<Checked> {
  const { file, skipBad = false, onBad, onChecked } = options
  const checked = file === '-' ? null : await checkFile(options)
  if (checked) await onChecked?.()
  if (checked && checked.bad > 0 && !skipBad) {
    throw new Error(
      `${linesAre(checked.bad)} bad, so nothing was fed. Correct the file, or use --skip-bad to skip bad lines`,
    )
  }
  const counts = { good: 0, bad: 0 }
  const onBadLine = async (bad: BadLine) => {
    counts.bad++
    if (!checked) await onBad?.(bad)
    return skipBad
  }
  const total = checked ? ` of ${checked.good}` : ''
  counts.good = await sendEvents(connection, eventsOf(options), { ...options, total, onBadLine })
  if (counts.bad > 0 && !skipBad) throw new Error(`A line is bad. ${counts.good} events before it were fed`)
  return counts
}

/** The decoded contents of publications are left out, because the events of a batch wait in memory. */
async function* eventsOf(options: InputOptions): AsyncGenerator<FeedEvent | BadLine> {
  for await (const line of linesOfEvents(options)) {
    const { publication: _, ...read } = readEvent(line)
    yield read
  }
}

const linesAre = (count: number) => (count === 1 ? '1 line is' : `${count} lines are`)
