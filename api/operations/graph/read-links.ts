import {
  type LinkRow,
  type LinkSeek,
  listLinks,
  listPublicationsOfStyles,
  listPublishedStyles,
  type PublishedRow,
} from '../../../cypher/graph.ts'
import type { Direction } from '../../../schemas/graph.ts'
import type { Context } from '../../context.ts'
import { afterPublished, publishedLink } from './published-links.ts'

/** What `listLinks` takes. */
export interface LinksWanted {
  outgoing: LinkSeek[]
  incoming: LinkSeek[]
  limit: number
}

/** The links that the seeks find: those that are stored, and PUBLISHES_BOM_FOR, which follows from BOM history when read. */
export async function readLinks(context: Context, wanted: LinksWanted): Promise<LinkRow[]> {
  const stored = await context.read(listLinks, wanted)
  // Nodes without a stored link may be anything.
  const types = new Map(stored.map(({ nearId, nearType }) => [nearId, nearType]))
  const seeksAt = (seeks: readonly LinkSeek[], type: 'style' | 'bom_publication') =>
    seeks.flatMap((seek) => {
      const after = (types.get(seek.nodeId) ?? type) === type ? afterPublished(seek) : null
      return after === null ? [] : [{ nodeId: seek.nodeId, ...after }]
    })
  const styles = seeksAt(wanted.outgoing, 'bom_publication').map(({ nodeId, styleId }) => ({ nodeId, after: styleId }))
  const numbers = seeksAt(wanted.incoming, 'style').map(({ nodeId, seq }) => ({ nodeId, after: seq }))
  const { limit } = wanted
  const [outgoing, incoming] = await Promise.all([
    styles.length > 0 ? context.read(listPublishedStyles, { seeks: styles, limit }) : [],
    numbers.length > 0 ? context.read(listPublicationsOfStyles, { seeks: numbers, limit }) : [],
  ])
  const linksOf = (rows: PublishedRow[], direction: Direction) => rows.map((row) => publishedLink(row, direction))
  return [...stored, ...linksOf(outgoing, 'outgoing'), ...linksOf(incoming, 'incoming')]
}
