import type { DeadLetterWrite } from '../../cypher/ingest/write-ingest.ts'
import type { DeadRecord } from '../pipeline/event-stream.ts'
import { letterOf, type RejectedAt } from './letter-of.ts'

/** The rejected events of one organization, for it to read, without their payload. */
export interface OwnDeadLetters {
  organization: string
  rows: DeadLetterWrite[]
}

/** The letters of registered organizations, by organization. Only where it is certain whose they are. */
export function ownDeadLetters(
  dead: readonly DeadRecord[],
  registered: ReadonlySet<string>,
  partition: RejectedAt,
  now: Date = new Date(),
): OwnDeadLetters[] {
  const letters = dead.flatMap((one) => {
    const { organization } = one
    if (organization === null || !registered.has(organization)) return []
    return { organization, row: letterOf(one, organization, partition, now) }
  })
  const groups = Map.groupBy(letters, ({ organization }) => organization)
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([organization, own]) => ({ organization, rows: own.map(({ row }) => row) }))
}
