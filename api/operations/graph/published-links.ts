import type { LinkRange, LinkRow, PublishedRow } from '../../../cypher/graph/read-graph.ts'
import type { Direction } from '../../../schemas/graph/entities.ts'
import { storedLink } from '../../../schemas/stored/link.ts'
import { storedSnapshot } from '../../../schemas/stored/publication.ts'

const PREFIX = 'PUBLISHES_BOM_FOR/'
const END = 'PUBLISHES_BOM_FOR0'
/** The index of the version digit in a UUID, and of the digits with the publication's number. */
const [VERSION, NUMBER] = [14, 28]

/**
 * The ID of the link from a publication to a style: a UUID of version 8 (RFC 9562, section 5.8). It is the style's ID
 * with the publication's number in its last 32 bits. So the links of a publication are in the order of their styles,
 * and those of a style in the order of the numbers. Pages can start at any of them, although the links are not stored.
 */
function linkId(styleId: string, seq: number): string {
  const digits = seq.toString(16).padStart(8, '0')
  return `${styleId.slice(0, VERSION)}8${styleId.slice(VERSION + 1, NUMBER)}${digits}`
}

/**
 * The position after which a range of links starts, as a style or a number; null if the range contains no such links.
 */
export function afterPublished({ start, end }: LinkRange): { styleId: string; seq: number } | null {
  if (start >= END || end <= PREFIX) return null
  const id = start.startsWith(PREFIX) ? start.slice(PREFIX.length, PREFIX.length + 36) : ''
  if (id === '') return { styleId: '', seq: 0 }
  const styleId = `${id.slice(0, VERSION)}5${id.slice(VERSION + 1, NUMBER)}ffffffff`
  return { styleId, seq: Number.parseInt(id.slice(NUMBER), 16) }
}

/** The link in the form of a stored one. */
export function publishedLink({ snapshot, seq, styleId, ...row }: PublishedRow, direction: Direction): LinkRow {
  const { snapshotId, sourceSystem, completedAt } = storedSnapshot.read(snapshot)
  const id = linkId(styleId, seq)
  const source = { system: sourceSystem, recordId: snapshotId, extractedAt: completedAt }
  const doc = storedLink.write({ id, type: 'PUBLISHES_BOM_FOR', properties: {}, source })
  return { ...row, direction, doc, sortKey: `${PREFIX}${id}` }
}
