import { listOrganizations } from '../../cypher/system/credentials.ts'
import { ownerOf } from '../../domain/events/dead-letter-owner.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { errorClassOf, framesOf, isOfEvent } from '../errors.ts'
import { type Claim, isApplied } from '../partitions/advance.ts'
import { commit } from './commit.ts'
import {
  type Chunk,
  type DeadRecord,
  type EventStream,
  nothingToApply,
  type PartitionRecord,
  type PipelineContext,
  type SourceEvent,
} from './event-stream.ts'

/**
 * Rejects the only record of a chunk because applying it throws an unexpected error. The record becomes a dead letter,
 * its publication fails, and the partition continues. If even the rows for its organization cannot be written, only the
 * dead letter is published. A record of an organization that the claim does not apply is skipped.
 * @returns false when the partition was revoked in the meantime
 * @throws errors that the event has not caused: Fenced, GraphError, KafkaSendError
 */
export async function rejectUnprocessable<Event extends SourceEvent>(
  context: PipelineContext,
  stream: EventStream<Event>,
  claim: Claim,
  { records: [record], from, to }: Chunk,
  error: unknown,
  isCurrent: () => boolean,
): Promise<boolean> {
  if (!record) return true
  const known = await context.graph.readFromLeader(listOrganizations, null, { keys: null })
  const dead = unprocessable(record, error, known)
  const registered = new Set(known.map(({ key }) => key))
  const step = { from, to, entries: [], dead: [dead], ignored: 0, deferred: 0, purged: 0, registered }
  if (!isApplied(claim, dead.organization, record.offset)) {
    const deferred = { ...step, dead: [], deferred: 1 }
    return (await commit(context, stream, claim, deferred, nothingToApply, isCurrent)) !== null
  }
  let committed: Awaited<ReturnType<typeof commit>>
  try {
    const plan = await stream.planUnprocessable(dead, claim, known)
    committed = await commit(context, stream, claim, step, plan, isCurrent)
  } catch (second) {
    if (!isOfEvent(second)) throw second
    const unattributed = { ...step, dead: [{ ...dead, organization: null }] }
    committed = await commit(context, stream, claim, unattributed, nothingToApply, isCurrent)
  }
  if (committed === null) return false
  const { topic, partition } = claim
  const { organization } = dead
  const found = { error: errorClassOf(error), stack: framesOf(error) }
  context.log.error({ topic, partition, offset: record.offset, organization, ...found }, 'event is unprocessable')
  return true
}

function unprocessable(record: PartitionRecord, error: unknown, known: readonly Organization[]): DeadRecord {
  const detail = `unexpected error of the service (${errorClassOf(error)}); the event itself may be valid`
  return { record, reason: 'unprocessable', detail, organization: attributed(record, known) }
}

/** Finding the owner decodes the record, which may throw the same unexpected error. Then the record has no owner. */
function attributed(record: PartitionRecord, known: readonly Organization[]): string | null {
  try {
    return ownerOf(record, known).organization
  } catch {
    return null
  }
}
