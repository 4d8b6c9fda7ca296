import { printableText } from '../../domain/text/printable.ts'

/** Prints a text; what the log of a server holds, and may have come with an event, does not reach the terminal as a command. */
export function say(text: string): void {
  console.log(printableText(text))
}

/** Prints a line with the seconds since the start, so that a long step can be told from a hanging one. */
export function progressSince(begun: number): (line: string) => void {
  return (line) => say(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
