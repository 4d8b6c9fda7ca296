import type { Dataset, SchemaDrift, SourceInspection } from '../../../schemas/connected.ts'

type RecordType = SourceInspection['recordTypes'][number]

/** A field that was seen in the records of a source. */
export interface SeenField {
  recordType: string
  datasetId: string | null
  name: string
  type: RecordType['fields'][number]['type']
  firstSeenAt: string
}

/**
 * Where the fields of records differ from those that their dataset declares, by dataset, record type and field. A declared
 * field is missing when no record type of the dataset has it; whole numbers and whole days are no other type than numbers
 * and points in time.
 */
export function schemaDrift(
  datasets: readonly Pick<Dataset, 'datasetId' | 'fields'>[],
  seen: readonly SeenField[],
): SchemaDrift[] {
  const drift = datasets.flatMap(({ datasetId, fields }) => {
    const own = seen.filter((field) => field.datasetId === datasetId)
    const declared = new Map(fields.map((field) => [field.name, field.type]))
    const names = new Set(own.map(({ name }) => name))
    const [recordType] = own.map((field) => field.recordType).sort()
    // A dataset without fields declares none, and one without records shows none.
    if (fields.length === 0 || recordType === undefined) return []
    const missing = fields
      .filter(({ name }) => !names.has(name))
      .map((field): SchemaDrift => {
        const declaredAs = { declared: field.type, observed: null, firstSeenAt: null }
        return { datasetId, recordType, field: field.name, change: 'missing', ...declaredAs }
      })
    return [...own.flatMap((field) => driftOf(datasetId, field, declared.get(field.name))), ...missing]
  })
  return drift.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function driftOf(
  datasetId: string,
  { recordType, name, type, firstSeenAt }: SeenField,
  declared: SeenField['type'] | undefined,
): SchemaDrift[] {
  if (declared !== undefined && fits(type, declared)) return []
  const change = declared === undefined ? 'added' : 'type_changed'
  return [{ datasetId, recordType, field: name, change, declared: declared ?? null, observed: type, firstSeenAt }]
}

/** Types are guessed from values: `12` may be a decimal, `2027-03-14` a point in time, and anything a text. */
function fits(observed: SeenField['type'], declared: SeenField['type']): boolean {
  if (observed === declared || declared === 'text') return true
  return (observed === 'integer' && declared === 'decimal') || (observed === 'date' && declared === 'timestamp')
}

const keyOf = ({ datasetId, recordType, field, change }: SchemaDrift) =>
  [datasetId, recordType, field, change].join(' ')
