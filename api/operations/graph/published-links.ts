import type { LinkRange, LinkRow, PublishedRow } from '../../../cypher/graph/read-graph.ts'
import type { Direction } from '../../../schemas/graph/entities.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import { storedSnapshot } from '../../../schemas/stored/publication.ts'

const PREFIX = 'PUBLISHES_BOM_FOR/'
const END = 'PUBLISHES_BOM_FOR0'
/** Where a UUID has its version, and where the digits of the publication's number begin. */
const [VERSION, NUMBER] = [14, 28]

/**
 * The id of the link from a publication to a style: a UUID of version 8 (RFC 9562, 5.8) made of the style's id, but for its
 * last 32 bits, which are the number. So the links of a publication lie in the order of their styles, those of a style in
 * the order of the numbers, and both can be sought without being stored.
 */
function linkId(styleId: string, seq: number): string {
  const digits = seq.toString(16).padStart(8, '0')
  return `${styleId.slice(0, VERSION)}8${styleId.slice(VERSION + 1, NUMBER)}${digits}`
}

/** After which style, or which number, a seek goes on; null when it does not reach these links. */
export function afterPublished({ start, end }: LinkRange): { styleId: string; seq: number } | null {
  if (start >= END || end <= PREFIX) return null
  const id = start.startsWith(PREFIX) ? start.slice(PREFIX.length, PREFIX.length + 36) : ''
  if (id === '') return { styleId: '', seq: 0 }
  const styleId = `${id.slice(0, VERSION)}5${id.slice(VERSION + 1, NUMBER)}ffffffff`
  return { styleId, seq: Number.parseInt(id.slice(NUMBER), 16) }
}

/** The link as it would be stored. */
export function publishedLink({ snapshot, seq, styleId, ...row }: PublishedRow, direction: Direction): LinkRow {
  const { snapshotId, sourceSystem, completedAt } = storedSnapshot.read(snapshot)
  const id = linkId(styleId, seq)
  const source = { system: sourceSystem, recordId: snapshotId, extractedAt: completedAt }
  const doc = storedLink.write({ id, type: 'PUBLISHES_BOM_FOR', properties: {}, source })
  return { ...row, direction, doc, sortKey: `${PREFIX}${id}` }
}
