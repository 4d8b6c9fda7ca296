/**
 * Builds JSON text from JSON texts. The result is the same as that of serializing the combined values, but stored
 * documents need not be parsed. All parts must have different field names.
 */

/** Returns the fields of an object without its braces. */
export function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

/** Returns a field whose value is JSON text already. null is the value null. */
export function fieldOf(name: string, text: string | null): string {
  return `"${name}":${text}`
}

/** Returns a field whose value is an ID or a hash, which needs no escaping. */
export function keyFieldOf(name: string, key: string): string {
  return `"${name}":"${key}"`
}

/** Joins fields to a flat string. Converting a concatenated string to bytes took half again as long. */
export function joinFields(parts: readonly string[]): string {
  return (parts.includes('') ? parts.filter((part) => part !== '') : parts).join(',')
}

/** Returns the text of an object with these fields. */
export function objectText(parts: readonly string[]): string {
  return `{${joinFields(parts)}}`
}

/** Appends fields to the text of an object. */
export function withFields(object: string, more: object): string {
  return objectText([object.slice(1, -1), fieldsOf(more)])
}

/** Returns the parts of a text for an object with `data` and the fields of `envelope`. */
export function dataParts(documents: readonly string[], isList: boolean, envelope: object): string[] {
  const [open, close] = isList ? ['[', ']'] : ['', '']
  const parts = [`{"data":${open}`]
  for (const document of documents) parts.push(parts.length > 1 ? `,${document}` : document)
  const fields = fieldsOf(envelope)
  parts.push(fields === '' ? `${close}}` : `${close},${fields}}`)
  return parts
}
