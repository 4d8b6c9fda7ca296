import type { Graph, Run } from '../../cypher/connect.ts'
import { getConnected } from '../../cypher/exceptions/queue.ts'
import type { DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import type { RecordEvent } from '../../domain/events/decode-event.ts'
import type { OwnDeadLetters } from '../dead-letters/own-dead-letters.ts'
import { writeInvalidations } from '../exceptions/write-invalidations.ts'
import type { SourceCounts } from '../ingest/source-counts.ts'
import { writeIngested } from '../ingest/write-ingested.ts'
import { noChanges, writeChanges } from '../records/changes.ts'
import { writeLinks } from '../records/links/link-writes.ts'
import type { Batch } from '../records/record-type.ts'
import { applyRecords } from '../records/record-types.ts'
import { createWrites } from '../records/writes.ts'
import { advance, type Claim } from './advance.ts'

export interface BatchResult {
  applied: number
  stale: number
}

/**
 * Applies events and moves the partition's offset from `from` to `to`, all in one transaction or not at all. Applying the
 * same events again changes nothing. Dead letters among them are kept for their organizations to read.
 * @throws Fenced when the claim is no longer the partition's, GraphError when the graph cannot answer
 */
export async function applyBatch(
  graph: Graph,
  claim: Claim,
  events: readonly RecordEvent[],
  from: number,
  to: number,
  beside: Beside = {},
): Promise<BatchResult> {
  return graph.write((run) => applyEvents(run, claim, events, from, to, beside))
}

/** The same within a transaction. */
export async function applyEvents(
  run: Run,
  claim: Claim,
  events: readonly RecordEvent[],
  from: number,
  to: number,
  { deadLetters = [], offsets = new Map(events.map((event, at) => [event, from + at])) }: Beside = {},
): Promise<BatchResult> {
  const offsetOf = (event: RecordEvent) => offsets.get(event) ?? from
  if (!(await advance(run, claim, from, to))) return { applied: 0, stale: 0 }
  let applied = 0
  for (const own of byOrganization(events, deadLetters)) applied += await project(run, claim, own, offsetOf)
  return { applied, stale: events.length - applied }
}

/** What a batch holds beside its events, and where these are in their partition: one after the other unless they are given. */
interface Beside {
  deadLetters?: readonly OwnDeadLetters[]
  offsets?: ReadonlyMap<RecordEvent, number>
}

/** What a batch holds of one organization. */
interface Own {
  organization: string
  events: RecordEvent[]
  letters: readonly DeadLetterWrite[]
}

async function project(
  run: Run,
  claim: Claim,
  { organization, events, letters }: Own,
  offsetOf: Batch['offsetOf'],
): Promise<number> {
  const connected = run(getConnected, organization, {})
  // Until it is waited for, a failure must not count as unhandled.
  connected.catch(() => undefined)
  const changes = noChanges()
  const counts: SourceCounts = new Map()
  const { write, settled } = createWrites(run, organization)
  await applyRecords({ organization, run, write, changes, counts, offsetOf }, events)
  writeLinks(write, changes.links)
  writeInvalidations(write, changes, (await connected)[0]?.isConnected ?? false)
  writeIngested(write, claim, counts, letters)
  writeChanges(write, claim, changes)
  await settled()
  return changes.applied
}

/** In order of the organizations' keys, events in their own order. */
function byOrganization(events: readonly RecordEvent[], deadLetters: readonly OwnDeadLetters[]): Own[] {
  const groups = Map.groupBy(events, ({ organization }) => organization)
  const letters = new Map(deadLetters.map(({ organization, rows }) => [organization, rows]))
  const organizations = [...new Set([...groups.keys(), ...letters.keys()])].sort()
  return organizations.map((organization) => ({
    organization,
    events: groups.get(organization) ?? [],
    letters: letters.get(organization) ?? [],
  }))
}
