import type { SpoolWriter } from './spool-writer.ts'

interface SpoolOptions {
  writer: SpoolWriter
  /** Within this time a line is on disk. */
  flushMs: number
  /** Runs before and after each write: it may push, and what it saves is on disk in time, too. */
  beforeWrite(): void
  afterWrite(): Promise<void>
  onWritten(): void
  onError(error: unknown): void
}

/** Lines on their way to disk. */
export interface Spool {
  push(line: string): void
  /** Has `afterWrite` run in time, although there may be no line. */
  touch(): void
  /** Writes what waits, now, and for the last time. */
  close(): Promise<void>
  waitingBytes(): number
  /** The error of the last write, until one succeeds. */
  error(): unknown
}

const RETRY_MS = 1000

/** Gathers lines and writes them together; those that the disk does not take wait and are tried again each second. */
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

  /** Half of the time that is promised: the other half is for the write itself and for a busy event loop. */
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

  /** Not waited for: a slow disk must not widen the window that a killed process may lose. */
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
