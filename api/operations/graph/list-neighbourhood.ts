import { z } from 'zod'
import { type LinkRow, listEntitiesWith } from '../../../cypher/graph/read-graph.ts'
import { keyOf } from '../../../domain/search/found-by.ts'
import type { ListNotice } from '../../../schemas/common.ts'
import type { EntityType } from '../../../schemas/graph/entity-types.ts'
import type { Context } from '../../core/context.ts'
import type { StoredPage } from '../../core/operation.ts'
import { pageOf, startOf } from '../../core/page.ts'
import { pathsTo, toEachEndOnce } from './distinct-ends.ts'
import { compareLinks, type LinkFilters, linkRanges } from './link-ranges.ts'
import type { FarFilters, LinkRequest } from './list-entity-relationships.ts'
import { type Found, type ReadSteps, type Step, walkNeighbourhood } from './neighbourhood.ts'
import { readLinks } from './read-links.ts'
import { type Reached, relationshipText } from './relationship-text.ts'
import { noticeOfValue } from './search/search-remarks.ts'

const bounds = { perNode: 50, inAll: 1000, atOnce: 100 }
const MAX_NAMED_NODES = 50

export type LinkStep = Step & { link: LinkRow }

const position = z.tuple([z.int(), z.string(), z.string()])
type Position = z.infer<typeof position>

/** A page of the neighborhood of an entity. Each page traverses the neighborhood again. */
export async function listNeighbourhood(request: LinkRequest, context: Context): Promise<StoredPage> {
  const { operationId, nodeId, filters, far, distinct, cursor, limit, depth } = request
  const byHop = {
    operationId,
    filters: { nodeId, depth, ...far, ...filters, ...(distinct ? { distinct } : {}) },
    position,
  }
  const start = startOf(byHop, context, cursor)
  // At depth 1, no edges need to be reserved for further nodes, so one node may have all of them.
  const most = { ...bounds, perNode: depth === 1 ? bounds.inAll : bounds.perNode, depth }
  const { found, cut } = await walkNeighbourhood(nodeId, most, readSteps(filters, context))
  const isWanted = await createFarTest(context, far, found)
  const wanted = found.filter(({ step }) => isWanted(step.link))
  const ends = distinct ? toEachEndOnce(nodeId, wanted) : wanted.map((edge) => ({ edge, links: undefined }))
  const pathTo = distinct ? pathsTo(nodeId, found) : () => undefined
  const ahead = start ? ends.filter(({ edge }) => isAfter(positionOf(edge), start)) : ends
  const { rows, ...paging } = pageOf(byHop, context, { rows: ahead, limit, positionOf: ({ edge }) => positionOf(edge) })
  const reached = ({ edge, links }: (typeof ends)[number]): Reached =>
    links === undefined ? {} : { links, via: pathTo(edge) }
  const notices = [...limits(cut.length, most), ...(wanted.length === 0 ? await missingValues(context, far) : [])]
  return {
    documents: rows.map((row) => relationshipText(row.edge.step.link, row.edge.hop, reached(row))),
    ...paging,
    meta: {
      truncated: { count: cut.length, nodes: cut.slice(0, MAX_NAMED_NODES) },
      ...(notices.length > 0 ? { notices } : {}),
    },
  }
}

/**
 * Returns the test of entities at the far end. It reads the entities of the requested type if filters apply to their
 * values.
 */
async function createFarTest(
  context: Context,
  { to, toSeason, toLifecycleState, toCountryCode }: FarFilters,
  found: readonly Found<LinkStep>[],
): Promise<(link: LinkRow) => boolean> {
  if (to === undefined) return () => true
  const isOfType = ({ farType }: LinkRow) => farType === to
  const values = { season: toSeason, countryCode: toCountryCode }
  const keys = (['season', 'countryCode'] as const).flatMap((kind) => {
    const value = values[kind]
    return value === undefined ? [] : [keyOf(context.organization, kind, value)]
  })
  if (keys.length === 0 && toLifecycleState === undefined) return isOfType
  const links = found.map(({ step }) => step.link).filter(isOfType)
  const ids = [...new Set(links.map(({ farId }) => farId))]
  const rows = await context.read(listEntitiesWith, { ids, lifecycleState: toLifecycleState ?? null, keys })
  const fitting = new Set(rows.map(({ id }) => id))
  return (link) => fitting.has(link.farId)
}

function limits(cut: number, { perNode, inAll }: { perNode: number; inAll: number }): ListNotice[] {
  if (cut === 0) return []
  const entities = cut === 1 ? '1 entity has' : `${cut} entities have`
  const detail =
    `${entities} more relationships than are listed: a traversal considers the first ${perNode} of each entity, and ` +
    `${inAll.toLocaleString('en')} in total. Traverse from meta.truncated.nodes with depth 1, or filter by relationshipType.`
  return [{ code: 'truncated', name: null, value: null, suggestions: [], detail }]
}

async function missingValues(context: Context, { toSeason, toCountryCode }: FarFilters): Promise<ListNotice[]> {
  const found = await Promise.all([
    toSeason === undefined ? null : noticeOfValue(context, 'season', toSeason, 'toSeason'),
    toCountryCode === undefined ? null : noticeOfValue(context, 'countryCode', toCountryCode, 'toCountryCode'),
  ])
  return found.filter((notice) => notice !== null)
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
