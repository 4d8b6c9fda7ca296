import type { Graph, Run } from '../cypher/connect.ts'
import * as projections from '../cypher/projections.ts'
import type { RecordEvent } from '../schemas/decode-event.ts'
import { entityKinds } from '../schemas/events.ts'
import { advance, type Claim } from './advance.ts'
import { namedOnly, noLinkWrites } from './link-writes.ts'
import { projectEntities } from './project-entities.ts'
import { projectLinks } from './project-links.ts'
import type { EntityEvent } from './projections/entity.ts'
import { createWrites } from './writes.ts'

export interface BatchResult {
  applied: number
  stale: number
}

/**
 * Applies events and moves the partition's offset from `from` to `to`, all in one transaction or not at all. Applying the
 * same events again changes nothing.
 * @throws Fenced when the claim is no longer the partition's, GraphError when the graph cannot answer
 */
export async function applyBatch(
  graph: Graph,
  claim: Claim,
  events: readonly RecordEvent[],
  from: number,
  to: number,
): Promise<BatchResult> {
  return graph.write(async (run) => {
    if (!(await advance(run, claim, from, to))) return { applied: 0, stale: 0 }
    let applied = 0
    for (const [organization, own] of byOrganization(events)) applied += await project(run, organization, own)
    return { applied, stale: events.length - applied }
  })
}

async function project(run: Run, organization: string, events: RecordEvent[]): Promise<number> {
  const links = noLinkWrites()
  const { write, settled } = createWrites(run, organization)
  const entityEvents = events.filter(isEntityEvent)
  const linkEvents = events.filter((event) => event.kind === 'link')
  const applied =
    (await projectEntities(run, write, organization, entityEvents, links)) +
    (await projectLinks(run, write, organization, linkEvents, links))
  if (links.deleted.length > 0) write(projections.deleteLinks, { ids: links.deleted })
  if (links.created.length > 0) write(projections.createLinks, { rows: links.created })
  if (links.updated.length > 0) write(projections.updateLinks, { rows: links.updated })
  const stubs = namedOnly(links)
  if (stubs.length > 0) write(projections.holdEntities, { rows: stubs })
  await settled()
  return applied
}

function isEntityEvent(event: RecordEvent): event is EntityEvent {
  return (entityKinds as readonly string[]).includes(event.kind)
}

/** In order of the organizations' keys, events in their own order. */
function byOrganization(events: readonly RecordEvent[]): [string, RecordEvent[]][] {
  const groups = new Map<string, RecordEvent[]>()
  for (const event of events) {
    const group = groups.get(event.organization)
    if (group) group.push(event)
    else groups.set(event.organization, [event])
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}
