import type { OperationResult } from '../../core/checked-response.ts'

/** A response as JSON in UTF-8, in which stored records stand as they are stored. */
export function responseJson({ response, stored }: OperationResult): Buffer {
  if (!stored) return Buffer.from(JSON.stringify(response))
  const [open, close] = stored.isPage ? ['[', ']'] : ['', '']
  return joined(`{"data":${open}`, stored.documents, `${close},${JSON.stringify(response).slice(1)}`)
}

/**
 * Document by document: joined as one string, a single character beyond Latin-1 makes all of it wide, and encoding 100 KB
 * of that took 0.43 ms, half of what their query takes.
 */
function joined(head: string, documents: readonly string[], tail: string): Buffer {
  const parts = [head, ...documents.map((document, at) => (at > 0 ? `,${document}` : document)), tail]
  const json = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += json.write(part, end)
  return json
}
