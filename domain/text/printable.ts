/** What a terminal takes for a command, or what turns the order of text around: it comes from events, and from anybody. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Lines and tabs are not; a carriage return is one only where a line does not end, because it writes over what stands there. */
const HIDDEN_WITHIN_TEXT = /[^\P{Cc}\n\t\r]|\r(?!\n|$)|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Text that a terminal shows on one line as it is: such characters are seen as the escapes of JSON, for example \u001b. */
export function printable(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/** The same with its own lines and tabs. */
export function printableText(text: string): string {
  return text.replace(HIDDEN_WITHIN_TEXT, escaped)
}

/** A JSON document on one line, in which such characters are escaped: it says the same to a parser. */
export function jsonLine(value: unknown): string {
  return printable(JSON.stringify(value))
}

/** One escape for each unit of UTF-16, as in JSON. */
function escaped(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
