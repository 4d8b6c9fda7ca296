import { GraphError } from '../../cypher/errors.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { purgedAmong } from '../../cypher/system/purge.ts'
import { isOfEvent } from '../errors.ts'
import { type Claim, isApplied } from '../partitions/advance.ts'
import { classify, organizationsOf, unregisteredKeys } from './classify.ts'
import { commit } from './commit.ts'
import type { Chunk, EventStream, PipelineContext, SourceEvent } from './event-stream.ts'
import { isolate } from './isolate.ts'
import { createRefusals } from './refusals.ts'
import { rejectUnprocessable } from './unprocessable.ts'

/** A conflict that occurs this often in a row is not caused by a concurrent transaction, so the event is suspected. */
const DOUBTED_CONFLICTS = 3

/**
 * Applies a chunk of a partition that has failed `failures` times in a row.
 * @returns false when the partition was revoked in the meantime
 */
export type Pipeline = (claim: Claim, chunk: Chunk, isCurrent: () => boolean, failures?: number) => Promise<boolean>

/**
 * Creates the pipeline of a topic. It leads each record of a partition to one outcome: applied, stale, ignored,
 * purged, or dead.
 * 1. Decode: turns a record into an event, or into a dead one with its reason.
 * 2. Classify: finds the organization of an event and whether that accepts the source.
 * 3. Plan: determines what accepted events change. Plans of publications read their stored state; plans of records do
 * not, because records are read under locks when they are applied.
 * 4. Commit: publishes dead letters, then moves the offset, applies the events, and counts the outcomes in one
 * transaction.
 * If a step throws an error that is not caused by the graph, the broker, or another owner of the partition, an event
 * has caused it. That event is isolated and rejected as unprocessable by the same commit, and the partition continues:
 * see docs/adr/0037-no-event-stops-a-partition.md and docs/adr/0047-one-pipeline-of-events.md.
 * @throws Fenced, GraphError, KafkaSendError; the chunk then continues at the stored offset
 */
export function createPipeline<Event extends SourceEvent>(
  context: PipelineContext,
  stream: EventStream<Event>,
): Pipeline {
  const refusals = createRefusals(context.graph)
  return (claim, chunk, isCurrent, failures = 0) =>
    isolate(chunk, {
      async apply(part, onReached) {
        const isApplied = await applyChunk(context, stream, claim, part, isCurrent, onReached)
        if (isApplied && part.records.length > 0) refusals.forget(claim)
        return isApplied
      },
      async reject(one, error) {
        if (error instanceof GraphError) await refusals.note(claim, one, error)
        return rejectUnprocessable(context, stream, claim, one, error, isCurrent)
      },
      isOfEvent: (error) => isOfEvent(error) || (failures >= DOUBTED_CONFLICTS && isConflict(error)),
    })
}

/** Runs the four steps. It calls `onReached` with the offset up to which the records are committed. */
export async function applyChunk<Event extends SourceEvent>(
  context: PipelineContext,
  stream: EventStream<Event>,
  claim: Claim,
  { records, from, to }: Chunk,
  isCurrent: () => boolean,
  onReached: (offset: number) => void = () => {},
): Promise<boolean> {
  const decoded = records.map((record) => ({ record, decoded: stream.decode(record, claim.partition) }))
  const keys = organizationsOf(decoded)
  // Reads from the leader, because other members of a cluster may not have an operator's latest change yet.
  const known = keys?.length === 0 ? [] : await context.graph.readFromLeader(listOrganizations, null, { keys })
  const purged = await purgedAmong(context.graph, unregisteredKeys(decoded, known))
  const applies = (organization: string | null, offset: number) => isApplied(claim, organization, offset)
  for (const step of classify(decoded, { registered: known, purged }, { from, to }, stream.isAlone, applies)) {
    if (!isCurrent()) return false
    const plan = await stream.plan(step, claim, isCurrent)
    if (!(await commit(context, stream, claim, step, plan, isCurrent))) return false
    onReached(step.to)
  }
  return true
}

const isConflict = (error: unknown) => error instanceof GraphError && error.kind === 'conflict'
