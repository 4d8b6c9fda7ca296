import { dataParts } from '../../../domain/text/json-text.ts'
import type { OperationResult } from '../../core/checked-response.ts'

/**
 * A response as JSON in UTF-8, in which stored records stand as they are stored. Document by document: joined as one string,
 * a single character beyond Latin-1 makes all of it wide, and encoding 100 KB of that took 0.43 ms, half of what their query
 * takes.
 */
export function responseJson({ response, stored }: OperationResult): Buffer {
  if (!stored) return Buffer.from(JSON.stringify(response))
  const parts = dataParts(stored.documents, stored.isPage, response)
  const json = Buffer.allocUnsafe(parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += json.write(part, end)
  return json
}
