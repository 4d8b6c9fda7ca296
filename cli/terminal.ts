import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Where a command reads from and writes to. */
export interface Terminal {
  variables: NodeJS.ProcessEnv
  /** Writes a line of the answer: what a script reads, and nothing else. Waits while nobody takes it. */
  answer(line: string): Promise<void>
  /** Tells the person in front of the screen. */
  tell(line: string): void
  now(): Date
  /**
   * From now on Ctrl-C only aborts this signal, so that a change and its audit record are not torn apart: the command is
   * to stop where it can. A second Ctrl-C ends the process at once.
   */
  interruption(): AbortSignal
}

/** The terminal of this process. A reader that goes away, as in `tda audit | head`, is the end and no error. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    variables: process.env,
    answer: (line) => write(process.stdout, `${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
    now: () => new Date(),
    interruption,
  }
}

let interrupt: AbortController | undefined

function interruption(): AbortSignal {
  if (interrupt) return interrupt.signal
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort())
  interrupt = controller
  return controller.signal
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
