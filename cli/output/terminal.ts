import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Writable } from 'node:stream'
import { printableText } from '../../domain/text/printable.ts'

/** Where a command reads from and writes to. */
export interface Terminal {
  variables: NodeJS.ProcessEnv
  /** Writes a line of the result to standard output, which scripts read. Waits while the reader is slow. */
  print(line: string): Promise<void>
  /** Writes a line for people to standard error. */
  tell(line: string): void
  /** Asks the person for confirmation. Returns null if there is no terminal. */
  confirm(question: string): Promise<boolean | null>
  now(): Date
  /**
   * After this call, Ctrl-C only aborts the returned signal, so that each change still gets its audit record. The
   * command then stops as soon as it can. A second Ctrl-C ends the process immediately.
   */
  interruption(): AbortSignal
}

/**
 * Returns the terminal of this process. If the reader of its output ends, as in `tda audit
 * head`, the command ends without an error.
 */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    variables: process.env,
    print: (line) => write(process.stdout, `${line}\n`),
    tell: (line) => void process.stderr.write(`${line}\n`),
    confirm,
    now: () => new Date(),
    interruption,
  }
}

/**
 * Returns a terminal that prints control characters as escapes. All output of commands passes through it, so commands
 * need not check texts from events, organizations, and errors.
 */
export function shownSafely(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (line) => terminal.print(printableText(line)),
    tell: (line) => terminal.tell(printableText(line)),
    confirm: (question) => terminal.confirm(printableText(question)),
  }
}

async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  const signal = interruption()
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // While readline is reading, the terminal sends no signal by itself.
  lines.once('SIGINT', () => process.emit('SIGINT'))
  const ended = once(lines, 'close').then(() => '')
  try {
    const reply = await Promise.race([lines.question(`${question} (y/N) `, { signal }), ended])
    return /^\s*y(es)?\s*$/i.test(reply)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    lines.close()
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
