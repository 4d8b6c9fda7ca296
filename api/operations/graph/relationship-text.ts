import type { LinkRow } from '../../../cypher/graph/read-graph.ts'
import { withFields } from '../../../domain/text/json-text.ts'
import type { Relationship } from '../../../schemas/graph/entities.ts'

/** What is known of a farther end that is listed once. */
export type Reached = Pick<Relationship, 'links' | 'via'>

/**
 * The published relationship as JSON text: the stored document of the link, and after it what depends on the node from
 * which it is seen.
 */
export function relationshipText(link: LinkRow, hop = 1, reached: Reached = {}): string {
  const near = { id: link.nearId, type: link.nearType, label: link.nearLabel, listed: true }
  const far = { id: link.farId, type: link.farType, label: link.farLabel, listed: link.farListed }
  const [from, to] = link.direction === 'outgoing' ? [near, far] : [far, near]
  const seen: Partial<Relationship> = { direction: link.direction, hop, from, to, ...reached }
  // Links of the newest BOM snapshot outlive the publications that leave them as they are, and are from the newest one.
  if (link.publicationId !== null) seen.publicationId = link.publicationId
  return withFields(link.doc, seen)
}
