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

/** Every character that is not visible as itself, and white space other than a space. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\S ]/gu

/** Quotes a text, so that all of its characters can be seen: `"FAB-1\u200b "`. */
export function quoted(text: string): string {
  return `"${text.replace(UNSEEN, escaped)}"`
}

/** One escape for each UTF-16 unit, as in JSON. */
function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
