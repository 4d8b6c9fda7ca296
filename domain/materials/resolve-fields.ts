import type { z } from 'zod'
import { UnitOfMeasure } from '../../schemas/common.ts'
import type { ConnectedField, FieldValue } from '../../schemas/materials/connected-records.ts'
import { UnitAsSent, withoutTrailingZeros } from '../../schemas/values/as-sent.ts'
import { rankOf } from './field-authority.ts'

/** The values that one record of a system reports about a material or factory. */
export interface Statement {
  id: string
  /**
   * False if the record was deleted in its source. It is still shown, but its values count only if no live record is
   * left.
   */
  isLive: boolean
  system: string
  recordId: string
  observedAt: string
  /**
   * Whether names of fields contain the unit, as `widthCm` does. Then the unit that another record has next to its
   * value is not a difference.
   */
  isUnitNamed: boolean
  fields: readonly { name: string; value: z.infer<typeof FieldValue> | null; unit: string | null }[]
}

interface Candidate {
  value: ConnectedField['value']
  unit: string | null
  rank: number
  by: Statement
}

/**
 * Returns one value for each field, sorted by field name. The value is that of the system with the highest authority
 * over the field, then the newest, then that of the lowest record ID. Records that were deleted in their source count
 * only if no live record is left.
 */
export function resolveFields(statements: readonly Statement[]): ConnectedField[] {
  const live = statements.filter(({ isLive }) => isLive)
  const speaking = live.length > 0 ? live : statements
  const named = speaking.flatMap((by) => by.fields.map((field) => ({ field, by })))
  const byName = Map.groupBy(named, ({ field }) => field.name)
  return [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sameName]) =>
      resolve(
        name,
        sameName.map(({ field: { value, unit }, by }) => ({ value, unit, by, rank: rankOf(name, by.system) })),
      ),
    )
}

function resolve(name: string, candidates: readonly Candidate[]): ConnectedField {
  const values = candidates.filter(({ value }) => value !== null)
  const [best] = (values.length > 0 ? values : candidates).toSorted(byAuthority)
  if (!best) throw new Error('A group has at least one field')
  const { value, unit, by } = best
  const { system: sourceSystem, recordId, observedAt } = by
  const conflict = values.some((other) => other.by.isLive && contradicts(name, other, best))
  return { name, value, unit, sourceSystem, recordId, observedAt, conflict }
}

function byAuthority(a: Candidate, b: Candidate): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.by.observedAt !== b.by.observedAt) return a.by.observedAt > b.by.observedAt ? -1 : 1
  return a.by.id < b.by.id ? -1 : 1
}

function contradicts(name: string, one: Candidate, other: Candidate): boolean {
  const isUnitNamed = one.by.isUnitNamed || other.by.isUnitNamed
  return textOf(name, one) !== textOf(name, other) || (!isUnitNamed && one.unit !== other.unit)
}

/**
 * Returns a normalized text, which is equal for sources that agree: the same amount, unit or composition, or the same
 * words in any order.
 */
function textOf(name: string, { value }: Candidate): string {
  if (name === 'composition') return compositionOf(value) ?? JSON.stringify(value)
  if (Array.isArray(value)) return JSON.stringify(value.toSorted())
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^-?\d+(\.\d+)?$/.test(value)) return JSON.stringify(withoutTrailingZeros(value))
  const unit = unitNames.has(name) ? unitAsSent.safeParse(value) : null
  return JSON.stringify(unit?.success ? unit.data : value)
}

const unitNames = new Set(['baseUom', 'purchaseUom', 'uom'])
const unitAsSent = UnitAsSent(UnitOfMeasure)

/**
 * Normalizes a composition, so that `97.5% cotton, 2.5% elastane` and `Cotton 97.50 %/Elastane 2.5 %` are equal.
 * Returns null if the text is not a composition.
 */
function compositionOf(value: ConnectedField['value']): string | null {
  if (value === null || typeof value === 'boolean') return null
  const parts = (Array.isArray(value) ? value : value.split(/[,;/+]/)).map((part) => part.trim())
  const read = parts.map((part) => {
    const [percent, ...others] = part.match(/\d+(?:\.\d+)?/g) ?? []
    const fibre = part
      .replace(/[\d.%]/g, '')
      .trim()
      .toLowerCase()
    return percent === undefined || others.length > 0 || fibre === ''
      ? null
      : `${fibre} ${withoutTrailingZeros(percent)}`
  })
  return read.includes(null) ? null : JSON.stringify(read.toSorted())
}
