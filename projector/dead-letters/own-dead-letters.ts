import type { DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { type RejectedAt, storedDeadLetter } from './stored-dead-letter.ts'

/** The rejected events of one organization, without their payload, as the organization can read them. */
export interface OwnDeadLetters {
  organization: string
  rows: DeadLetterWrite[]
}

/** Groups dead letters by registered organization. A dead letter without a verified owner is left out. */
export function ownDeadLetters(
  dead: readonly DeadRecord[],
  registered: ReadonlySet<string>,
  partition: RejectedAt,
  now: Date = new Date(),
): OwnDeadLetters[] {
  const deadLetters = dead.flatMap((one) => {
    const { organization } = one
    if (organization === null || !registered.has(organization)) return []
    return { organization, row: storedDeadLetter(one, organization, partition, now) }
  })
  const groups = Map.groupBy(deadLetters, ({ organization }) => organization)
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([organization, own]) => ({ organization, rows: own.map(({ row }) => row) }))
}
