import { printableText } from '../domain/text/printable.ts'

/** Where a program says what it does. */
export interface Progress {
  /** Prints a line that stays. */
  line(text: string): void
  /** Says where a long step is: a terminal shows the newest text in one line, a log now and then. */
  status(text: string): void
  /** Prints lines as they are. */
  block(text: string): void
}

interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

const CLEAR = '\r\u001b[2K'
const LOG_EVERY_MS = 10_000
const [LEAST_COLUMNS, USUAL_COLUMNS] = [20, 80]

/**
 * Prints lines with the seconds since the start, so that a long step can be told from one that hangs. A log gets a status
 * every ten seconds, and none that it had last. What the log of a server holds, and may have come with an event, does not
 * reach the terminal as a command.
 * @param now milliseconds since the start
 */
export function createProgress(output: Output, now: () => number): Progress {
  let isShown = false
  let logged = { text: '', at: Number.NEGATIVE_INFINITY }
  const stamped = (text: string) => `${(now() / 1000).toFixed(1).padStart(6)} s  ${printableText(text)}`
  const print = (text: string) => {
    output.write(`${isShown ? CLEAR : ''}${text}\n`)
    isShown = false
  }
  const show = (text: string) => {
    isShown = true
    output.write(`${CLEAR}${text.slice(0, Math.max(LEAST_COLUMNS, (output.columns ?? USUAL_COLUMNS) - 1))}`)
  }
  const log = (text: string) => {
    if (text === logged.text || now() - logged.at < LOG_EVERY_MS) return
    logged = { text, at: now() }
    print(stamped(text))
  }
  return {
    line: (text) => print(stamped(text)),
    status: (text) => (output.isTTY ? show(stamped(text)) : log(text)),
    block: (text) => print(printableText(text)),
  }
}
