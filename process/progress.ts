import { printableText } from '../domain/text/printable.ts'

/** Reports the progress of a program. */
export interface Progress {
  /** Prints a line that stays. */
  line(text: string): void
  /** Reports the progress of a long step. A terminal shows only the latest text, a log gets one from time to time. */
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
 * Creates a progress output that prefixes lines with the seconds since the start, to distinguish a long step from one
 * that is stuck. A log gets a status every ten seconds, and only if it has changed. Text from server logs, which may
 * contain parts of events, is escaped, so that the terminal does not interpret it.
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
