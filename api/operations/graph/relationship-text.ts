import type { LinkRow } from '../../../cypher/graph/read-graph.ts'
import { withFields } from '../../../domain/text/json-text.ts'
import type { Relationship } from '../../../schemas/graph/entities.ts'

/** The additional fields of a relationship if each entity at the far end is listed once. */
export type Reached = Pick<Relationship, 'links' | 'via'>

/**
 * The published relationship as JSON text: the stored document of the link, followed by the fields that depend on the
 * node from which it is seen.
 */
export function relationshipText(link: LinkRow, hop = 1, reached: Reached = {}): string {
  const near = { id: link.nearId, type: link.nearType, label: link.nearLabel, listed: true }
  const far = { id: link.farId, type: link.farType, label: link.farLabel, listed: link.farListed }
  const [from, to] = link.direction === 'outgoing' ? [near, far] : [far, near]
  const seen: Partial<Relationship> = { direction: link.direction, hop, from, to, ...reached }
  // A link of the newest BOM snapshot may be older than its newest publication, if that did not change it. So the
  // publication is added here.
  if (link.publicationId !== null) seen.publicationId = link.publicationId
  return withFields(link.doc, seen)
}
