/** A text as one word of a shell, whatever it holds. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A value as TypeScript has it: names without quotes, texts with single ones. */
export function sourceText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceText).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${sourceText(field)}`)
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
  }
  if (typeof value !== 'string') return String(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
