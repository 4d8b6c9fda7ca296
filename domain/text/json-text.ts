/**
 * JSON text that is put together from texts, as if the values were put together and written. Stored documents are not
 * parsed for it. The field names of all parts have to differ.
 */

/** The fields of an object without its braces. */
export function fieldsOf(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

/** A field whose value is text already; null is the value null. */
export function fieldOf(name: string, text: string | null): string {
  return `"${name}":${text}`
}

/** A field whose value is an id or a hash, which needs no escapes. */
export function keyFieldOf(name: string, key: string): string {
  return `"${name}":"${key}"`
}

/** Fields one behind the other, as a flat string: of a concatenated one, making bytes took half again as long. */
export function joinFields(parts: readonly string[]): string {
  return (parts.includes('') ? parts.filter((part) => part !== '') : parts).join(',')
}

/** The text of an object from its fields. */
export function objectText(parts: readonly string[]): string {
  return `{${joinFields(parts)}}`
}

/** The text of an object with more fields at its end. */
export function withFields(object: string, more: object): string {
  return objectText([object.slice(1, -1), fieldsOf(more)])
}

/** The parts of the text of an object with `data` and the fields of `envelope`. */
export function dataParts(documents: readonly string[], isList: boolean, envelope: object): string[] {
  const [open, close] = isList ? ['[', ']'] : ['', '']
  const parts = [`{"data":${open}`]
  for (const document of documents) parts.push(parts.length > 1 ? `,${document}` : document)
  const fields = fieldsOf(envelope)
  parts.push(fields === '' ? `${close}}` : `${close},${fields}}`)
  return parts
}
