import type { NamedFault } from '../../domain/events/named-fault.ts'
import type { IngestFault } from '../../schemas/ingest/faults.ts'

/** The most characters that are stored. */
const MOST = { path: 200, detail: 500, name: 255 }

/** Returns what is stored of a fault. It was found in an unchecked event, so the length of each text is limited. */
export function storedFault({ path, detail, styleNumber, line, sku, eventId, source }: NamedFault): IngestFault {
  const name = (text: string | null | undefined) => (typeof text === 'string' ? cut(text, MOST.name) : null)
  return {
    path: cut(path.join('.'), MOST.path),
    detail: cut(detail, MOST.detail),
    styleNumber: name(styleNumber),
    line: name(line),
    sku: name(sku),
    eventId: name(eventId),
    source: name(source),
  }
}

/** Returns the first characters of a text. No character is cut in two. */
export function cut(text: string, most: number): string {
  const fits = text.length <= most ? text : [...text].slice(0, most).join('')
  return fits.toWellFormed()
}
