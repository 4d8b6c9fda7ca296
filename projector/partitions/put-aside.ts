import { listOrganizations } from '../../cypher/system/credentials.ts'
import { ownerOf } from '../../domain/events/dead-letter-owner.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { failOpenPublication, type OpenPublication, openPublicationOf } from '../publications/fail-open.ts'
import { allApplied, type Publishing, writeStep } from '../publications/publishing.ts'
import type { Claim } from './advance.ts'
import type { DeadRecord, PartitionRecord } from './classify.ts'
import { errorClassOf, framesOf, isOfEvent } from './isolate.ts'
import type { Chunk } from './project-batch.ts'

/**
 * Passes over the one record of a chunk, which an error that no check foresaw keeps from being applied: it becomes a dead
 * letter, its publication fails, and the partition continues. Where even telling its organization fails, only the letter is
 * written.
 * @throws what is not of the event: Fenced, GraphError, KafkaSendError
 */
export async function putAside(
  publishing: Publishing & { bomTopic: string },
  claim: Claim,
  { records: [record], from, to }: Chunk,
  error: unknown,
): Promise<void> {
  if (!record) return
  const { graph, log } = publishing
  const known = await graph.readFromLeader(listOrganizations, null, { keys: null })
  const dead = unprocessable(record, error, known)
  const step = { from, to, entries: [], ignored: 0, registered: new Set(known.map(({ key }) => key)) }
  try {
    const open = claim.topic === publishing.bomTopic ? await openPublicationOf(publishing, claim, dead, known) : null
    await writeAside(publishing, claim, { ...step, dead: [dead] }, open)
  } catch (second) {
    if (!isOfEvent(second)) throw second
    await writeAside(publishing, claim, { ...step, dead: [{ ...dead, organization: null }] }, null)
  }
  const { topic, partition } = claim
  const { organization } = dead
  const found = { error: errorClassOf(error), stack: framesOf(error) }
  log.error({ topic, partition, offset: record.offset, organization, ...found }, 'event is unprocessable')
}

async function writeAside(
  publishing: Publishing,
  claim: Claim,
  step: Parameters<typeof writeStep>[2],
  open: OpenPublication | null,
): Promise<void> {
  const fail = open && failOpenPublication(open)
  await writeStep(publishing, claim, step, allApplied, async (run) => fail?.write(run))
  await fail?.afterwards(publishing)
}

function unprocessable(record: PartitionRecord, error: unknown, known: readonly Organization[]): DeadRecord {
  const detail = `unexpected error of the service (${errorClassOf(error)}); the event itself may be valid`
  return { record, reason: 'unprocessable', detail, organization: attributed(record, known) }
}

/** What cannot be read may keep its owner from being found, too. */
function attributed(record: PartitionRecord, known: readonly Organization[]): string | null {
  try {
    return ownerOf(record, known).organization
  } catch {
    return null
  }
}
