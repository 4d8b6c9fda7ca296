import type { Graph, Run } from '../cypher/connect.ts'
import { addRecordLetters } from '../cypher/ingest.ts'
import * as projections from '../cypher/projections.ts'
import type { RecordEvent } from '../schemas/decode-event.ts'
import { entityKinds } from '../schemas/events.ts'
import { advance, type Claim } from './advance.ts'
import { noChanges } from './connected/changes.ts'
import { projectConnected } from './connected/project-connected.ts'
import type { RecordLetters } from './connected/record-letters.ts'
import { writeChanges } from './connected/write-changes.ts'
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
 * same events again changes nothing. `letters` tell readers which source records were put aside.
 * @throws Fenced when the claim is no longer the partition's, GraphError when the graph cannot answer
 */
export async function applyBatch(
  graph: Graph,
  claim: Claim,
  events: readonly RecordEvent[],
  from: number,
  to: number,
  letters: readonly RecordLetters[] = [],
): Promise<BatchResult> {
  return graph.write(async (run) => {
    if (!(await advance(run, claim, from, to))) return { applied: 0, stale: 0 }
    let applied = 0
    for (const [organization, own] of byOrganization(events)) applied += await project(run, claim, organization, own)
    for (const { organization, rows } of letters) await run(addRecordLetters, organization, { rows })
    return { applied, stale: events.length - applied }
  })
}

async function project(run: Run, claim: Claim, organization: string, events: RecordEvent[]): Promise<number> {
  const links = noLinkWrites()
  const changes = noChanges()
  const { write, settled } = createWrites(run, organization)
  const entityEvents = events.filter(isEntityEvent)
  const linkEvents = events.filter((event) => event.kind === 'link')
  await projectEntities(run, write, organization, entityEvents, links, changes)
  await projectLinks(run, write, organization, linkEvents, links, changes)
  if (links.deleted.length > 0) write(projections.deleteLinks, { ids: links.deleted })
  if (links.created.length > 0) write(projections.createLinks, { rows: links.created })
  if (links.updated.length > 0) write(projections.updateLinks, { rows: links.updated })
  const stubs = namedOnly(links)
  if (stubs.length > 0) write(projections.holdEntities, { rows: stubs })
  await projectConnected(run, write, organization, events, changes)
  writeChanges(write, claim, changes)
  await settled()
  return changes.applied
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
