import type { Run } from '../../cypher/connect.ts'
import { decodeBomEvent, eventKeyOf } from '../../domain/events/decode-bom-event.ts'
import { claimedAttributes } from '../../domain/events/decode-envelope.ts'
import type { Organization } from '../../schemas/credentials.ts'
import { timeOfMilliseconds } from '../../schemas/input-times.ts'
import type { Claim } from '../partitions/advance.ts'
import { type DeadRecord, type PartitionRecord, refusalOf } from '../partitions/classify.ts'
import { reportFailed } from '../report.ts'
import { failure } from './failure.ts'
import { readerOf, readPublicationState } from './publication-state.ts'
import { type Outcome, type Publishing, writeOutcome } from './publishing.ts'

/** The publication that an event belongs to which cannot be processed. */
export interface OpenPublication {
  organization: string
  outcome: Outcome
}

interface Named {
  organization: string
  snapshotId: string
  key: string
  time: string
}

/** The publication that is being built and cannot be completed without this event; null where there is none. */
export async function openPublicationOf(
  publishing: Publishing,
  claim: Claim,
  { record, organization, detail }: DeadRecord,
  known: readonly Organization[],
): Promise<OpenPublication | null> {
  const named = namedBy(publishing, claim, record, organization, known)
  if (!named) return null
  const { open } = await readPublicationState(readerOf(publishing.graph, named.organization))
  if (open?.snapshotId !== named.snapshotId) return null
  const { snapshotId, key, time } = named
  const failed = [{ snapshotId, why: failure('unprocessable', detail), at: time, key }]
  return { organization: named.organization, outcome: { open: null, lastAt: record.timestamp, failed } }
}

/** What ends it, and what is due once that is written. */
export function failOpenPublication({ organization, outcome }: OpenPublication) {
  return {
    write: (run: Run) => writeOutcome(run, organization, outcome),
    async afterwards(publishing: Publishing): Promise<void> {
      reportFailed(publishing, organization, outcome.failed)
      await publishing.afterEnd(organization)
    },
  }
}

/** What the event says of itself; where it cannot even be decoded, what its owner's event claims. */
function namedBy(
  { bomPartitions }: Publishing,
  { partition }: Claim,
  record: PartitionRecord,
  owner: string | null,
  known: readonly Organization[],
): Named | null {
  try {
    const decoded = decodeBomEvent(record, { partition, partitions: bomPartitions })
    if (decoded.outcome !== 'event') return null
    const isTaken = refusalOf(decoded.event, new Map(known.map((one) => [one.key, one]))) === null
    return isTaken ? decoded.event : null
  } catch {
    const { subject, source, id } = claimedAttributes(record)
    if (owner === null || subject === undefined) return null
    const key = eventKeyOf(source ?? '', id ?? '')
    return { organization: owner, snapshotId: subject, key, time: timeOfMilliseconds(record.timestamp) }
  }
}
