import { z } from 'zod'
import type { LinkRow } from '../../../cypher/graph/read-graph.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { Context } from '../../core/context.ts'
import type { StoredPage } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { compareLinks, type LinkFilters, linkRanges } from './link-ranges.ts'
import type { LinkRequest } from './list-entity-relationships.ts'
import { type Found, type ReadSteps, type Step, walkNeighbourhood } from './neighbourhood.ts'
import { readLinks } from './read-links.ts'
import { relationshipText } from './relationship-text.ts'

const bounds = { perNode: 50, inAll: 1000, atOnce: 100 }
const MAX_NAMED_NODES = 50

type LinkStep = Step & { link: LinkRow }

const position = z.tuple([z.int(), z.string(), z.string()])
type Position = z.infer<typeof position>

/** A page of the neighbourhood of an entity, which is walked anew for each page. */
export async function listNeighbourhood(request: LinkRequest, context: Context): Promise<StoredPage> {
  const { operationId, nodeId, filters, to, cursor, limit, depth } = request
  const byHop = { operationId, filters: { nodeId, depth, to, ...filters }, position }
  const start = startOf(byHop, context, cursor)
  const { found, cut } = await walkNeighbourhood(nodeId, { ...bounds, depth }, readSteps(filters, context))
  const wanted = to === undefined ? found : found.filter(({ step }) => step.link.farType === to)
  const ahead = start ? wanted.filter((edge) => isAfter(positionOf(edge), start)) : wanted
  const { rows, ...paging } = pageOf(byHop, context, { rows: ahead, limit, positionOf })
  return {
    documents: rows.map(({ hop, step }) => relationshipText(step.link, hop)),
    ...paging,
    meta: { truncated: { count: cut.length, nodes: cut.slice(0, MAX_NAMED_NODES) } },
  }
}

function readSteps(filters: LinkFilters, context: Context): ReadSteps<LinkStep> {
  const types = new Map<string, EntityType>()
  return async (nodeIds, most) => {
    const ranges = nodeIds.map((nodeId) => linkRanges(nodeId, filters))
    const [outgoing, incoming] = [ranges.flatMap((range) => range.outgoing), ranges.flatMap((range) => range.incoming)]
    const links = await readLinks(context, { outgoing, incoming, limit: most }, types)
    for (const { farId, farType } of links) types.set(farId, farType)
    const steps = new Map<string, LinkStep[]>()
    for (const [nodeId, own] of Map.groupBy(links, ({ nearId }) => nearId)) {
      steps.set(nodeId, own.sort(compareLinks).slice(0, most).map(stepOf))
    }
    return steps
  }
}

function stepOf(link: LinkRow): LinkStep {
  return { edgeId: link.sortKey, farId: link.farId, farListed: link.farListed, link }
}

function positionOf({ hop, nearId, step }: Found<LinkStep>): Position {
  return [hop, nearId, step.link.sortKey]
}

function isAfter(a: Position, b: Position): boolean {
  const index = a.findIndex((part, at) => part !== b[at])
  const [own, other] = [a[index], b[index]]
  return own !== undefined && other !== undefined && own > other
}
