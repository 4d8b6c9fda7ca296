/**
 * Invisible characters: format characters such as soft hyphens, zero-width and bidirectional characters; whatever Unicode says
 * may be ignored when it is shown, such as variation selectors, Hangul fillers and the tags in which whole sentences can be
 * hidden; and control characters, except tab, line feed and carriage return.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\t\n\r]/gu

/**
 * A text without its invisible characters, so that what is searched for is what is seen. An emoji that is joined of several
 * falls apart into them, because only the joiner is dropped.
 */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}
