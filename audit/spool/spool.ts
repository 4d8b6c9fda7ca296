import type { SpoolWriter } from './spool-writer.ts'

interface SpoolOptions {
  writer: SpoolWriter
  /** The longest time until a line is on disk, in milliseconds. */
  flushMs: number
  /** Called before and after each write. `beforeWrite` may push lines, which are part of the write. */
  beforeWrite(): void
  /** Whether all written lines are delivered. */
  isDelivered(): boolean
  afterWrite(): Promise<void>
  onWritten(): void
  onError(error: unknown): void
}

/** Lines that wait to be written to disk. */
export interface Spool {
  push(line: string): void
  /** Schedules a write, so that `beforeWrite` and `afterWrite` run even if there are no lines. */
  touch(): void
  /** Writes the waiting lines and stops. */
  close(): Promise<void>
  waitingBytes(): number
  /** The error of the last write; undefined if it succeeded. */
  error(): unknown
}

const RETRY_MS = 1000

/** Collects lines and writes them in batches. Lines that cannot be written are kept and retried every second. */
export function openSpool(options: SpoolOptions): Spool {
  const { writer } = options
  let waiting: string[] = []
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  let syncing: Promise<void> | undefined
  let failure: unknown

  function push(line: string): void {
    waiting.push(line)
    waitingBytes += Buffer.byteLength(line) + 1
    touch()
  }

  /** Waits half of the promised time. The other half is for the write itself and for a busy event loop. */
  function touch(afterMs = options.flushMs / 2): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, afterMs)
  }

  function flush(): Promise<void> {
    turn = turn.then(write)
    return turn
  }

  async function write(): Promise<void> {
    try {
      options.beforeWrite()
      // If this fails, the current segment is used further.
      if (options.isDelivered()) await writer.renew().catch(() => undefined)
      await append(waiting.slice())
      await options.afterWrite()
      failure = undefined
      options.onWritten()
    } catch (error) {
      failure = error
      options.onError(error)
      touch(RETRY_MS)
    }
  }

  async function append(lines: string[]): Promise<void> {
    if (lines.length === 0) return
    await writer.append(lines)
    waiting = waiting.slice(lines.length)
    waitingBytes -= lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    syncing ??= sync()
  }

  /**
   * The writer does not wait for this. A slow disk would otherwise delay the next lines, and a killed process would
   * lose more.
   */
  async function sync(): Promise<void> {
    await writer.sync().catch(() => undefined)
    syncing = undefined
  }

  async function close(): Promise<void> {
    await flush()
    await syncing
    clearTimeout(timer)
  }

  return { push, touch, close, waitingBytes: () => waitingBytes, error: () => failure }
}
