/** A text of the Explorer with simple spaces and signs, and numbers as the API writes them: `-1900.33 MTR`. */
export function plainText(text: string): string {
  return text.replaceAll('\u202f', '').replaceAll('\u2212', '-').replaceAll(/\s+/g, ' ')
}
