/**
 * Characters that a terminal may interpret as a command, or that change the direction of text. Events may contain any
 * characters.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/**
 * The same without line feeds and tabs. A carriage return is allowed only at the end of a line, because elsewhere it
 * overwrites the line.
 */
const HIDDEN_WITHIN_TEXT = /[^\P{Cc}\n\t\r]|\r(?!\n|$)|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Escapes such characters as in JSON, for example \u001b, so that a terminal shows the text on one line. */
export function printable(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/** Escapes such characters, but keeps line feeds and tabs. */
export function printableText(text: string): string {
  return text.replace(HIDDEN_WITHIN_TEXT, escaped)
}

/** Serializes a value as JSON on one line, with such characters escaped. Parsers read the same value. */
export function jsonLine(value: unknown): string {
  return printable(JSON.stringify(value))
}

/** One escape for each UTF-16 unit, as in JSON. */
function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
