import { withoutTrailingZeros } from '../../schemas/as-sent.ts'
import type { ConnectedField } from '../../schemas/connected.ts'
import { rankOf } from './field-authority.ts'
import type { ToldRecord } from './told-record.ts'

interface Told {
  value: ConnectedField['value']
  unit: string | null
  rank: number
  record: ToldRecord
  observedAt: string
}

/**
 * One value a field, by name: that of the system that knows it best, then the newest, ties by the id of the source record.
 * Records that are gone from their source speak only where no other does.
 */
export function resolveFields(records: readonly ToldRecord[]): ConnectedField[] {
  const live = records.filter((record) => record.isLive)
  const speaking = live.length > 0 ? live : records
  const told = speaking.flatMap((record) => record.fields.map((field) => ({ field, record })))
  const byName = Map.groupBy(told, ({ field }) => field.name)
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, said]) =>
      resolve(
        name,
        said.map(({ field, record }) => toTold(name, field, record)),
      ),
    )
}

function toTold(name: string, { value, unit }: ToldRecord['fields'][number], record: ToldRecord): Told {
  const { system, sourceUpdatedAt, extractedAt, ingestedAt } = record.summary
  return { value, unit, record, rank: rankOf(name, system), observedAt: sourceUpdatedAt ?? extractedAt ?? ingestedAt }
}

function resolve(name: string, said: readonly Told[]): ConnectedField {
  const values = said.filter(({ value }) => value !== null)
  const [best] = (values.length > 0 ? values : said).toSorted(byAuthority)
  if (!best) throw new Error('A group has at least one field')
  const { value, unit, record, observedAt } = best
  const conflict = values.some((other) => other.record.isLive && textOf(other) !== textOf(best))
  const { system, recordId } = record.summary
  return { name, value, unit, sourceSystem: system, recordId, observedAt, conflict }
}

function byAuthority(a: Told, b: Told): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.observedAt !== b.observedAt) return a.observedAt > b.observedAt ? -1 : 1
  return a.record.id < b.record.id ? -1 : 1
}

/** What two sources must have in common to agree; `1.50` and `1.5` are the same amount. */
function textOf({ value, unit }: Told): string {
  const isDecimal = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
  return JSON.stringify([isDecimal ? withoutTrailingZeros(value) : value, unit])
}
