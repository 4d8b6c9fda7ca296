import {
  listDatasetsOfSystem,
  listDeadLetterKeys,
  listObservedFields,
  listRecordTypes,
} from '../../../cypher/materials/read-materials.ts'
import { InspectServiceSourceInput, SourceInspectionResponse } from '../../../schemas/materials/connected-operations.ts'
import type { Dataset } from '../../../schemas/materials/datasets.ts'
import type { SourceInspection } from '../../../schemas/materials/source-inspection.ts'
import { RecordType } from '../../../schemas/records/connected-events.ts'
import { storedDataset } from '../../../schemas/stored/connected-data.ts'
import type { Context } from '../../core/context.ts'
import { ApiError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/input/invalid-request.ts'
import { operation } from '../../core/operation.ts'
import { exampleInspection } from './examples.ts'
import { inspectRecords } from './inspection/inspect-records.ts'
import { type SeenField, schemaDrift, typeOfAll } from './inspection/schema-drift.ts'
import { readLoads } from './reads/read-freshness.ts'
import { recordNotFound } from './reads/record-not-found.ts'

/** The most items that a response contains. Sources have few datasets and record types. */
const MOST = { datasets: 200, recordTypes: 1000, fields: 5000, loads: 5, deadLetters: 10_000 }

interface Source {
  datasets: Omit<Dataset, 'rowCount'>[]
  types: { instance: string; recordType: string; datasetId: string | null; rows: number }[]
  seen: (SeenField & { instance: string })[]
  /** The record types with dead letters. Possibly none of their events was ever accepted. */
  refused: { instance: string; recordType: string }[]
}

/**
 * `GET /v1/sources/inspect`: the datasets, record types, and loads of a source system, and how its records were mapped.
 */
export const inspectServiceSource = operation({
  operationId: 'inspectServiceSource',
  method: 'GET',
  path: '/v1/sources/inspect',
  scope: 'materials:read',
  tag: 'Connected data',
  summary: 'Inspect a source system',
  description:
    'Returns what a source system sent: its instances, record types with their fields, the last loads of its ' +
    'datasets, and fields that differ from the declared ones. With `recordId`, also returns the records with this ' +
    'ID as last received, how their fields were mapped and matched, their open exceptions, and their rejected ' +
    'events of the last 30 days. If no event for a record has been accepted yet, the response contains only its ' +
    'dead letters. Secrets and personal data are removed before a record is stored.',
  problems: ['source_not_found', 'record_not_found'],
  input: InspectServiceSourceInput,
  output: SourceInspectionResponse,
  examples: {
    input: { system: 'erp', recordType: 'item_master', recordId: '4100084' },
    output: { data: exampleInspection, meta: {} },
  },
  async handle({ system, recordType, recordId }, context) {
    const source = await readSource(context, system)
    const { datasets, types, seen, refused } = source
    if (datasets.length + types.length + seen.length + refused.length === 0) throw sourceNotFound()
    const all = recordTypesOf(source)
    if (recordType !== undefined) requireKnownType(recordType, [...all.map(({ name }) => name), ...typesOf(refused)])
    const shown = all.filter(({ name }) => recordType === undefined || name === recordType)
    const [loads, records] = await Promise.all([
      readLoads(
        context,
        datasets.map(({ datasetId }) => datasetId),
        MOST.loads,
      ),
      recordId === undefined ? [] : findRecords(context, { system, recordType: recordType ?? null, recordId }),
    ])
    return {
      data: {
        system,
        instances: [...new Set([...datasets, ...types, ...seen, ...refused].map(({ instance }) => instance))].sort(),
        recordTypes: shown,
        lastLoads: datasets.flatMap(({ datasetId }) => (loads.get(datasetId) ?? []).slice(0, MOST.loads)),
        schemaDrift: schemaDrift(datasets, seen).filter((drift) => shown.some(({ name }) => name === drift.recordType)),
        records,
      },
      meta: {},
    }
  },
})

async function readSource(context: Context, system: string): Promise<Source> {
  const [datasets, types, seen, refused] = await Promise.all([
    context.read(listDatasetsOfSystem, { system, after: '', limit: MOST.datasets }),
    context.read(listRecordTypes, { system, limit: MOST.recordTypes }),
    context.read(listObservedFields, { system, limit: MOST.fields }),
    context.read(listDeadLetterKeys, { system, limit: MOST.deadLetters }),
  ])
  return { datasets: datasets.map(({ doc }) => storedDataset.read(doc)), types, seen, refused }
}

type RecordTypes = SourceInspection['recordTypes']

/** One entry per record type and dataset. It combines all instances, with the fields that were seen in any of them. */
function recordTypesOf({ datasets, types, seen }: Source): RecordTypes {
  const classes = new Map(
    datasets.flatMap(({ datasetId, fields }) =>
      fields.map(({ name, classification }) => [`${datasetId} ${name}`, classification] as const),
    ),
  )
  const keyOf = (fieldRow: { recordType: string; datasetId: string | null }) =>
    `${fieldRow.recordType} ${fieldRow.datasetId ?? ''}`
  const counted = Map.groupBy(types, keyOf)
  // A hidden value of a record does not count as a field.
  const fieldsOf = Map.groupBy(
    seen.filter(({ isHidden }) => !isHidden),
    keyOf,
  )
  const known = new Map([...seen, ...types].map((fieldRow) => [keyOf(fieldRow), fieldRow]))
  return [...known.keys()].sort().flatMap((key) => {
    const fieldRow = known.get(key)
    if (!fieldRow) return []
    const named = Map.groupBy(fieldsOf.get(key) ?? [], ({ name }) => name)
    const fields = [...named].map(([name, sights]) => {
      const classification = classes.get(`${fieldRow.datasetId ?? ''} ${name}`) ?? null
      return { name, type: typeOfAll(sights.map(({ type }) => type)), classification }
    })
    const rowCount = (counted.get(key) ?? []).reduce((sum, { rows }) => sum + rows, 0)
    return [{ name: fieldRow.recordType, datasetId: fieldRow.datasetId, rowCount, fields }]
  })
}

async function findRecords(context: Context, asked: Parameters<typeof inspectRecords>[1]) {
  const records = await inspectRecords(context, asked)
  if (records.length === 0) throw recordNotFound('source record')
  return records
}

/** The record types among dead letters. The subject of a dead letter is not validated, so invalid types are skipped. */
function typesOf(refused: Source['refused']): string[] {
  return refused.flatMap(({ recordType }) => (RecordType.safeParse(recordType).success ? [recordType] : []))
}

/** Rejects an unknown record type, so that a typing error is not mistaken for a type without records. */
function requireKnownType(recordType: string, known: readonly string[]): void {
  if (known.includes(recordType)) return
  const names = [...new Set(known)].sort().join(', ')
  const detail = names === '' ? 'matches nothing because the system has no record types' : `must be one of: ${names}`
  const errors = [{ in: 'query' as const, name: 'recordType', detail }]
  throw invalidRequest(errors)
}

/** The same response for a system that never sent anything and for one of another organization. */
function sourceNotFound(): ApiError {
  return new ApiError('source_not_found', { detail: 'The organization has no data of this source system.' })
}
