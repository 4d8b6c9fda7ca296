import {
  type LinkRange,
  type LinkRow,
  listAllLinks,
  listEntitiesOfType,
  listLinks,
  listPublicationsOfStyles,
  listPublishedStyles,
  type PublishedRow,
} from '../../../cypher/graph/read-graph.ts'
import type { Direction } from '../../../schemas/graph/entities.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { RelationshipType } from '../../../schemas/graph/link-types.ts'
import type { LongReader, Reader } from '../../core/context.ts'
import { compareLinks, type LinkFilters, type LinkPosition, linkRanges } from './link-ranges.ts'
import { afterPublished, publishedLink } from './published-links.ts'

/** The parameters of `listLinks`. */
export interface LinksWanted {
  outgoing: LinkRange[]
  incoming: LinkRange[]
  limit: number
}

/**
 * Reads the links in ranges. Most are stored. PUBLISHES_BOM_FOR links are derived from BOM history.
 * @param known types of nodes, so that the history is only read for nodes that can have such links
 */
export async function readLinks(
  context: Reader,
  wanted: LinksWanted,
  known: ReadonlyMap<string, EntityType> = new Map(),
): Promise<LinkRow[]> {
  const stored = await context.read(listLinks, wanted)
  // The type of a node without a stored link is unknown, so it may have derived links.
  const types = new Map([...known, ...stored.map(({ nearId, nearType }) => [nearId, nearType] as const)])
  const rangesAt = (ranges: readonly LinkRange[], type: 'style' | 'bom_publication') =>
    ranges.flatMap((range) => {
      const after = (types.get(range.nodeId) ?? type) === type ? afterPublished(range) : null
      return after === null ? [] : [{ nodeId: range.nodeId, ...after }]
    })
  const styles = rangesAt(wanted.outgoing, 'bom_publication').map(({ nodeId, styleId }) => ({ nodeId, after: styleId }))
  const numbers = rangesAt(wanted.incoming, 'style').map(({ nodeId, seq }) => ({ nodeId, after: seq }))
  const { limit } = wanted
  const [outgoing, incoming] = await Promise.all([
    styles.length > 0 ? context.read(listPublishedStyles, { ranges: styles, limit }) : [],
    numbers.length > 0 ? context.read(listPublicationsOfStyles, { ranges: numbers, limit }) : [],
  ])
  const linksOf = (rows: PublishedRow[], direction: Direction) => rows.map((row) => publishedLink(row, direction))
  return [...stored, ...linksOf(outgoing, 'outgoing'), ...linksOf(incoming, 'incoming')]
}

const LINKS_AT_ONCE = 1000
const PUBLISHES = 'PUBLISHES_BOM_FOR' as const

/** All links of a node that match filters, in the order of the pages. */
export async function* linksOf(reader: Reader, nodeId: string, filters: LinkFilters): AsyncGenerator<LinkRow> {
  for (let after: LinkPosition | undefined; ; ) {
    const found = await readLinks(reader, { ...linkRanges(nodeId, filters, after), limit: LINKS_AT_ONCE })
    const links = found.sort(compareLinks).slice(0, LINKS_AT_ONCE)
    yield* links
    // Each range returned all of its links or a full page. So fewer links than a page in total are the last ones.
    if (found.length < LINKS_AT_ONCE) return
    after = links.at(-1)
  }
}

/**
 * All links with a published end, each once, by (start, type, id), in one long read. The PUBLISHES_BOM_FOR links, which
 * are derived from BOM history, are inserted in their place in this order.
 */
export async function* everyLink(
  reader: LongReader,
  types: readonly RelationshipType[] | undefined,
): AsyncGenerator<LinkRow> {
  const isWanted = (type: RelationshipType) => types === undefined || types.includes(type)
  const publications = isWanted(PUBLISHES) ? await publicationIds(reader) : []
  const published = { direction: 'outgoing' as const, relationshipType: [PUBLISHES] }
  let at = 0
  for await (const link of reader.stream(listAllLinks, {})) {
    for (let next = publications[at]; next !== undefined && comesFirst(next, link); next = publications[at]) {
      yield* linksOf(reader, next, published)
      at += 1
    }
    if (types === undefined || types.some((type) => link.sortKey.startsWith(`${type}/`))) yield link
  }
  for (const id of publications.slice(at)) yield* linksOf(reader, id, published)
}

async function publicationIds(reader: LongReader): Promise<string[]> {
  const ids: string[] = []
  const all = { type: 'bom_publication' as const, after: '', limit: Number.MAX_SAFE_INTEGER }
  for await (const { id } of reader.stream(listEntitiesOfType, all)) ids.push(id)
  return ids
}

function comesFirst(publicationId: string, { nearId, sortKey }: LinkRow): boolean {
  return publicationId === nearId ? PUBLISHES < sortKey : publicationId < nearId
}
