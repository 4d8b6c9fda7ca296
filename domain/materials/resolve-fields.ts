import type { z } from 'zod'
import { withoutTrailingZeros } from '../../schemas/as-sent.ts'
import type { ConnectedField, FieldValue, SourceRecordSummary } from '../../schemas/materials/connected-records.ts'
import { rankOf } from './field-authority.ts'

/** A source record as far as its fields go. */
export interface DescribingRecord {
  id: string
  /** False when it is gone from its source: it is still shown, and counts for nothing. */
  isLive: boolean
  summary: SourceRecordSummary
  fields: readonly { name: string; value: z.infer<typeof FieldValue> | null; unit: string | null }[]
}

interface Candidate {
  value: ConnectedField['value']
  unit: string | null
  rank: number
  record: DescribingRecord
  observedAt: string
}

/**
 * One value a field, by name: that of the system that knows it best, then the newest, ties by the id of the source record.
 * Records that are gone from their source speak only where no other does.
 */
export function resolveFields(records: readonly DescribingRecord[]): ConnectedField[] {
  const live = records.filter((record) => record.isLive)
  const speaking = live.length > 0 ? live : records
  const named = speaking.flatMap((record) => record.fields.map((field) => ({ field, record })))
  const byName = Map.groupBy(named, ({ field }) => field.name)
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, said]) =>
      resolve(
        name,
        said.map(({ field, record }) => candidateOf(name, field, record)),
      ),
    )
}

function candidateOf(
  name: string,
  { value, unit }: DescribingRecord['fields'][number],
  record: DescribingRecord,
): Candidate {
  const { system, sourceUpdatedAt, extractedAt, ingestedAt } = record.summary
  return { value, unit, record, rank: rankOf(name, system), observedAt: sourceUpdatedAt ?? extractedAt ?? ingestedAt }
}

function resolve(name: string, said: readonly Candidate[]): ConnectedField {
  const values = said.filter(({ value }) => value !== null)
  const [best] = (values.length > 0 ? values : said).toSorted(byAuthority)
  if (!best) throw new Error('A group has at least one field')
  const { value, unit, record, observedAt } = best
  const conflict = values.some((other) => other.record.isLive && textOf(other) !== textOf(best))
  const { system, recordId } = record.summary
  return { name, value, unit, sourceSystem: system, recordId, observedAt, conflict }
}

function byAuthority(a: Candidate, b: Candidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.observedAt !== b.observedAt) return a.observedAt > b.observedAt ? -1 : 1
  return a.record.id < b.record.id ? -1 : 1
}

/** What two sources must have in common to agree; `1.50` and `1.5` are the same amount. */
function textOf({ value, unit }: Candidate): string {
  const isDecimal = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
  return JSON.stringify([isDecimal ? withoutTrailingZeros(value) : value, unit])
}
