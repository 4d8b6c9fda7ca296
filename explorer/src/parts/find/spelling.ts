/** A text without case, spaces, and the separators that codes are compared without, as the API compares them. */
export function looseText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\-_./]+/g, '')
}

/** The one suggestion that is spelled like a value, except for case, spaces, and separators. Null if there is none. */
export function spelledAs(value: string | null, suggestions: readonly string[]): string | null {
  if (value === null) return null
  const [only, ...others] = suggestions.filter((one) => one !== value && looseText(one) === looseText(value))
  return only !== undefined && others.length === 0 ? only : null
}
