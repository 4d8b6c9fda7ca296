import { GraphError } from '../../cypher/errors.ts'
import { listOrganizations } from '../../cypher/system/credentials.ts'
import { isOfEvent } from '../errors.ts'
import type { Claim } from '../partitions/advance.ts'
import { classify, organizationsOf } from './classify.ts'
import { commit } from './commit.ts'
import type { Chunk, EventStream, PipelineContext, SourceEvent } from './event-stream.ts'
import { isolate } from './isolate.ts'
import { createRefusals } from './refusals.ts'
import { rejectUnprocessable } from './unprocessable.ts'

/** A conflict that comes back so often is not one with another transaction. */
const DOUBTED_CONFLICTS = 3

/**
 * Applies a chunk of a partition that has failed `failures` times in a row.
 * @returns false when the partition was taken away in the meantime
 */
export type Pipeline = (claim: Claim, chunk: Chunk, isCurrent: () => boolean, failures?: number) => Promise<boolean>

/**
 * The trip of the events of a topic, from the records of a partition to the graph, where each ends with one verdict:
 * applied, stale, ignored or dead.
 *
 * 1. Decode: a record becomes an event, or is dead with its reason.
 * 2. Classify: whose it is, and whether this organization accepts its source.
 * 3. Plan: what accepted events lead to. Publications read where they stand; records decide under their locks.
 * 4. Commit: dead letters first; then one transaction moves the offset, applies the events and counts the outcomes.
 *
 * Whatever a step throws that is not the graph's, the broker's or another owner's comes from an event. That event is
 * isolated and rejected as unprocessable by the same commit, and the partition continues: see
 * docs/adr/0037-no-event-stops-a-partition.md and docs/adr/0047-one-pipeline-of-events.md.
 * @throws Fenced, GraphError, KafkaSendError; the chunk then continues where the graph is
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

/** The four steps. `onReached` is told up to which offset the graph has taken the records. */
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
  // Others than the leader may not know yet what an operator has just changed.
  const known = keys?.length === 0 ? [] : await context.graph.readFromLeader(listOrganizations, null, { keys })
  for (const step of classify(decoded, known, { from, to }, stream.isAlone)) {
    if (!isCurrent()) return false
    const plan = await stream.plan(step, claim, isCurrent)
    if (!(await commit(context, stream, claim, step, plan, isCurrent))) return false
    onReached(step.to)
  }
  return true
}

const isConflict = (error: unknown) => error instanceof GraphError && error.kind === 'conflict'
