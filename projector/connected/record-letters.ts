import type { RecordLetterWrite } from '../../cypher/ingest.ts'
import { splitSubject } from '../../schemas/connected-data.ts'
import { canonicalIdOf } from '../../schemas/identity.ts'
import type { DeadRecord } from '../classify.ts'
import type { Place } from '../partition-states.ts'

/** The source records of one organization that were put aside; their payload is not among it. */
export interface RecordLetters {
  organization: string
  rows: RecordLetterWrite[]
}

/**
 * What readers are told of source records that were put aside, of known organizations. Only where the organization is
 * certain: then the key was compared with the event, or is all that there is.
 */
export function recordLetters(dead: readonly DeadRecord[], known: ReadonlySet<string>, place: Place): RecordLetters[] {
  const letters = dead.flatMap((one) => {
    const row = one.organization !== null && known.has(one.organization) ? letterOf(one, one.organization, place) : null
    return row ? { organization: one.organization ?? '', row } : []
  })
  const groups = Map.groupBy(letters, ({ organization }) => organization)
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return sorted.map(([organization, own]) => ({ organization, rows: own.map(({ row }) => row) }))
}

function letterOf(
  { record, reason, detail }: DeadRecord,
  organization: string,
  { topic, partition }: Place,
): RecordLetterWrite | null {
  const key = record.key?.toString('utf8').normalize('NFC') ?? ''
  const [tenant, kind, system = '', instance = '', ...subject] = key.split('/')
  if (tenant !== organization || kind !== 'source_record') return null
  return {
    id: canonicalIdOf([organization, 'record_letter', topic, String(partition), String(record.offset)]),
    ...{ system, instance, ...splitSubject(subject.join('/')), reason, detail },
    ...{ at: new Date(record.timestamp).toISOString(), partition, offset: record.offset },
  }
}
