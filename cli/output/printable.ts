/** What a terminal takes for a command, or what turns the order of text around: it comes from events, and from anybody. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const HIDDEN_WITHIN_TEXT = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Text that a terminal shows on one line as it is. */
export function printable(text: string): string {
  return text.replace(HIDDEN, ' ')
}

/** The same with its own lines and tabs. */
export function printableText(text: string): string {
  return text.replace(HIDDEN_WITHIN_TEXT, ' ')
}

/** A JSON document on one line, in which such characters are escaped: it says the same to a parser. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, (hidden) =>
    hidden
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
