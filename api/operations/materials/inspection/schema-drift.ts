import type { Dataset } from '../../../../schemas/materials/datasets.ts'
import type { SchemaDrift } from '../../../../schemas/materials/source-inspection.ts'

type Type = Dataset['fields'][number]['type']

/** A field of a source's records, with one type that its values had; null for null values, which fit every type. */
export interface SeenField {
  recordType: string
  datasetId: string | null
  name: string
  type: Type | null
  /** True if only the name of the field is stored, because its value was removed before the record was stored. */
  isHidden: boolean
  firstSeenAt: string
}

/**
 * The differences between the fields of records and those that their dataset declares, by dataset, record type, and
 * field. A declared field is missing if no record type of the dataset has it. Hidden fields count as present.
 */
export function schemaDrift(
  datasets: readonly Pick<Dataset, 'datasetId' | 'fields'>[],
  seen: readonly SeenField[],
): SchemaDrift[] {
  const drift = datasets.flatMap(({ datasetId, fields }) => {
    const own = seen.filter((field) => field.datasetId === datasetId)
    const [recordType] = own.map((field) => field.recordType).sort()
    // A dataset without declared fields, or without records, has no differences.
    if (fields.length === 0 || recordType === undefined) return []
    const names = new Set(own.map(({ name }) => name))
    const missing = fields
      .filter(({ name }) => !names.has(name))
      .map((field): SchemaDrift => {
        const declaredAs = { declared: field.type, observed: null, firstSeenAt: null }
        return { datasetId, recordType, field: field.name, change: 'missing', ...declaredAs }
      })
    const declared = new Map(fields.map((field) => [field.name, field.type]))
    const grouped = Map.groupBy(
      own.filter(({ isHidden }) => !isHidden),
      (field) => `${field.recordType} ${field.name}`,
    )
    return [...[...grouped.values()].flatMap((sights) => driftOf(datasetId, sights, declared)), ...missing]
  })
  return drift.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The narrowest type that fits all observed types; null if all values were null. */
export function typeOfAll(types: readonly (Type | null)[]): Type | null {
  return types.reduce((joined, type) => {
    if (joined === null || type === null) return joined ?? type
    if (fits(type, joined)) return joined
    return fits(joined, type) ? type : 'text'
  }, null)
}

/** The differences of one field, from all types that it had. */
function driftOf(
  datasetId: string,
  sights: readonly SeenField[],
  declaredTypes: ReadonlyMap<string, Type>,
): SchemaDrift[] {
  const [{ recordType, name: field } = { recordType: '', name: '' }] = sights
  const declared = declaredTypes.get(field) ?? null
  const strange = sights.filter(({ type }) => declared === null || (type !== null && !fits(type, declared)))
  if (strange.length === 0) return []
  const change = declared === null ? 'added' : 'type_changed'
  const observed = typeOfAll(strange.map(({ type }) => type))
  const firstSeenAt = strange.map((sight) => sight.firstSeenAt).sort()[0] ?? null
  return [{ datasetId, recordType, field, change, declared, observed, firstSeenAt }]
}

/**
 * Whether an observed type fits the declared one. Observed types are guessed from values: `12` may be a decimal,
 * `2027-03-14` may be a time, and every value fits text.
 */
function fits(observed: Type, declared: Type): boolean {
  if (observed === declared || declared === 'text') return true
  return (observed === 'integer' && declared === 'decimal') || (observed === 'date' && declared === 'timestamp')
}

const keyOf = ({ datasetId, recordType, field, change }: SchemaDrift) =>
  [datasetId, recordType, field, change].join(' ')
