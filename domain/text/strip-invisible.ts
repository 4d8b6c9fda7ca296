/**
 * Invisible characters: format characters such as soft hyphens, zero-width and bidirectional characters; characters
 * that Unicode allows to be ignored, such as variation selectors, Hangul fillers and tags, in which whole sentences can
 * be hidden; and control characters, except tab, line feed and carriage return.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\t\n\r]/gu

/**
 * Removes invisible characters, so that a search compares only visible text. A joined emoji becomes its parts, because
 * only the joiner is removed.
 */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}
