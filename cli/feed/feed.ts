import type { Readable } from 'node:stream'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { linesOf, openInput } from './event-lines.ts'
import { type BadLine, type FeedEvent, isBad, readEvent } from './read-event.ts'
import { openRepeats, type Repeat } from './repeats.ts'
import { everySoOften, type SendOptions, sendEvents } from './send-events.ts'

export interface InputOptions {
  /** Path of the NDJSON file; `-` is standard input. */
  file: string
  stdin?: Readable
  onBad?(bad: BadLine): void | Promise<void>
  onProgress?(line: string): void
  signal?: AbortSignal
}

export interface Checked {
  good: number
  bad: number
}

/** Validates every line. With `onRepeat`, it also finds events that would change nothing. */
export async function checkFile(
  options: InputOptions & { onRepeat?(repeat: Repeat): void | Promise<void> },
): Promise<Checked & { repeats: number }> {
  const { onBad, onRepeat, onProgress } = options
  const repeats = onRepeat && openRepeats()
  const counts = { good: 0, bad: 0, repeats: 0 }
  const say = everySoOften(onProgress)
  try {
    for await (const read of eventsOf(options)) {
      if (isBad(read)) await onBad?.(read)
      counts[isBad(read) ? 'bad' : 'good']++
      const repeat = isBad(read) ? null : repeats?.find(read)
      if (repeat) {
        counts.repeats++
        await onRepeat?.(repeat)
      }
      say(() => `Checked ${counts.good + counts.bad} lines.`)
    }
  } finally {
    repeats?.close()
  }
  return counts
}

export interface FeedOptions extends InputOptions, SendOptions {
  /** Whether to skip bad lines. By default, nothing is sent if a line is bad. */
  skipBad?: boolean
}

/**
 * Sends the events of a file in order, each with its key, and waits for all in-sync replicas. A file is validated as a
 * whole first, and nothing is sent if a line is bad. Standard input cannot be read twice, so sending stops at its first
 * bad line.
 * @returns the number of good lines, which were sent, and of bad lines, which were skipped
 * @throws Error with the number of sent events, when a line is bad or Kafka does not confirm
 */
export async function feedFile(connection: KafkaConnection, options: FeedOptions): Promise<Checked> {
  const { file, skipBad = false, onBad } = options
  const checked = file === '-' ? null : await checkFile(options)
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

async function* eventsOf({ file, stdin = process.stdin, signal }: InputOptions): AsyncGenerator<FeedEvent | BadLine> {
  for await (const line of linesOf(openInput(file, stdin, signal))) {
    if (signal?.aborted) return
    yield readEvent(line)
  }
}

const linesAre = (count: number) => (count === 1 ? '1 line is' : `${count} lines are`)
