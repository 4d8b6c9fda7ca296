/** A template of the parts of a text, such as `{percent} % {fiber}`: names, and the texts around them. */
export interface Parts {
  names: readonly string[]
  /** One more than names: before the first, between, and behind the last. Their white space is not significant. */
  texts: readonly string[]
}

const PLACEHOLDER = /\{([^{}]+)\}/

/** Parses a template of parts, or describes what is wrong with it. */
export function parseParts(template: string): Parts | { fault: string } {
  const pieces = template.split(PLACEHOLDER)
  const names = pieces.filter((_, at) => at % 2 === 1)
  const texts = pieces.filter((_, at) => at % 2 === 0)
  if (names.length === 0) return { fault: 'must contain a name in braces, such as {percent} % {fiber}' }
  if (texts.slice(1, -1).includes('')) return { fault: 'must have a text or a space between two names' }
  return { names, texts }
}

/**
 * Splits a text into its parts: each extends to the first occurrence of the text behind it. Where the template has
 * white space, the text can have any, or none if other characters separate the parts.
 * @returns the parts by name, or null if the text does not match
 */
export function matchParts(text: string, { names, texts }: Parts): Record<string, string> | null {
  let rest = afterStart(text.trim(), texts[0] ?? '')
  const found: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const separator = texts[at + 1] ?? ''
    const isLast = at === names.length - 1
    if (rest === null) return null
    const end = isLast && separator.trim() === '' ? rest.length : startOf(rest, separator)
    const part = end < 0 ? '' : rest.slice(0, end).trim()
    if (part === '') return null
    found[name] = part
    rest = afterStart(rest.slice(end), separator)
  }
  return rest === null || rest.trim() !== '' ? null : found
}

/** Where a separator starts in a text, by its first word, or by white space if it has none. */
function startOf(text: string, separator: string): number {
  const [word = ''] = separator.trim().split(WHITE)
  return word === '' ? text.search(WHITE) : text.indexOf(word)
}

const WHITE = /\s/

/** The text behind a separator at its start, or null if it does not start with it. */
function afterStart(text: string, separator: string): string | null {
  let rest = text.trimStart()
  for (const word of separator.split(WHITE)) {
    if (!rest.startsWith(word)) return null
    rest = rest.slice(word.length).trimStart()
  }
  return rest
}
