import type { Graph } from '../../../cypher/connect.ts'
import { tenantLabel } from '../../../cypher/connect.ts'
import { canonicalId, canonicalIdOf } from '../../../domain/identity/identity.ts'
import { tokenize } from '../../../domain/search/tokens.ts'
import type {
  ConnectedKind,
  ConnectedRecord,
  SourceRecordSummary,
} from '../../../schemas/materials/connected-records.ts'
import type { Dataset, InspectedLoad } from '../../../schemas/materials/datasets.ts'
import { type PositionException, quantityCodes } from '../../../schemas/materials/exceptions.ts'
import type { MaterialFactoryPosition } from '../../../schemas/materials/positions.ts'

/** Connected data of an organization, to store as the projector does. */
export interface ConnectedContents {
  datasets?: readonly Omit<Dataset, 'rowCount'>[]
  /** Live rows, by dataset id. */
  rows?: Readonly<Record<string, number>>
  loads?: readonly InspectedLoad[]
  sources?: readonly TestSource[]
  records?: readonly ConnectedRecord[]
  positions?: readonly TestPosition[]
  exceptions?: readonly PositionException[]
  fields?: readonly TestField[]
  letters?: readonly TestLetter[]
  appliedAt?: string
}

/** A stored position, without its freshness, which depends on the clock. */
export type TestPosition = Omit<MaterialFactoryPosition, 'freshness'>

/** A source record with its codes, and with the raw data that is kept for inspection. */
export interface TestSource {
  kind: ConnectedKind
  summary: SourceRecordSummary
  connectedId: string | null
  codes?: readonly string[]
  fields?: readonly { name: string; sourceField: string; value: string; unit: string | null }[]
  raw?: unknown
  facilityIds?: readonly string[]
}

export interface TestField {
  system: string
  instance: string
  recordType: string
  datasetId: string
  name: string
  type: string | null
  isHidden?: boolean
  firstSeenAt: string
}

export interface TestLetter {
  system: string
  instance: string
  recordType: string
  recordId: string
  reason: string
  detail: string
  at: string
  partition: number
  offset: number
}

/** Stores connected data directly in the graph, so that reads are tested without the projector. */
export async function fillConnected(graph: Graph, organization: string, contents: ConnectedContents): Promise<void> {
  const { datasets = [], rows = {}, loads = [], sources = [], records = [], positions = [], exceptions = [] } = contents
  const { fields = [], letters = [], appliedAt } = contents
  const idOf = (...words: string[]) => canonicalIdOf([organization, ...words])
  const sourceIdOf = ({ system, instance, recordType, recordId }: SourceRecordSummary) =>
    idOf('source_record', system, instance, `${recordType}:${recordId}`)
  const nodes: [string, Record<string, unknown>[]][] = [
    [
      'Dataset:ListedDataset',
      datasets.map((one) => ({ datasetId: one.datasetId, system: one.sourceSystem, state: stateOf(one), ...doc(one) })),
    ],
    ['DatasetRows', Object.entries(rows).map(([datasetId, count]) => ({ datasetId, rows: count }))],
    ['DatasetLoad', loads.map((load) => ({ id: idOf('load', load.runId), ...loadProperties(load) }))],
    ['SourceRecord', sources.map((one) => ({ id: sourceIdOf(one.summary), ...sourceProperties(one) }))],
    [
      'RecordCode',
      sources.flatMap(({ kind, summary, codes = [] }) =>
        codes.map((value) => {
          const recordId = sourceIdOf(summary)
          const { system, instance } = summary
          return { id: idOf('code', recordId, value), recordId, kind, system, instance, codeKind: 'item_number', value }
        }),
      ),
    ],
    ['RecordTypeRows', recordTypeRows(sources).map((row) => ({ id: idOf('rows', JSON.stringify(row)), ...row }))],
    ['ConnectedRecord', records.map(recordProperties)],
    ['Position:OpenPosition', positions.map(positionProperties)],
    ['PositionException', exceptions.map(exceptionProperties)],
    ['ObservedField', fields.map((field) => ({ id: idOf('field', JSON.stringify(field)), ...field }))],
    ['DeadLetter', letters.map((letter) => ({ id: idOf('letter', String(letter.offset)), ...placed(letter) }))],
    [
      'IngestedSource',
      letters.map((letter, partition) => ({ ...sourceOf(letter), ...noCounts, partition, rejected: 1 })),
    ],
    ['Applied', appliedAt === undefined ? [] : [{ topic: 'tenantdata.records.v1', partition: 0, at: appliedAt }]],
  ]
  for (const [labels, written] of nodes) {
    if (written.length === 0) continue
    const text = `UNWIND $written AS one CREATE (n:${labels}:${tenantLabel(organization)}) SET n = one, n.tenantKey = $organization`
    await graph.execute(text, { organization, written: written.map(withIntegers) })
  }
}

const RECORDS = 'tenantdata.records.v1'
const noCounts = { topic: RECORDS, types: [], applied: 0, stale: 0 }

function sourceOf({ system, instance }: TestLetter) {
  return { source: `/${system}/${instance}` }
}

/** Adds the fields that all kinds of dead letters have. */
function placed(letter: TestLetter) {
  const sortKey = `${letter.at}/${RECORDS}/${letter.partition}/${letter.offset}`
  return { ...letter, ...sourceOf(letter), sortKey, topic: RECORDS, faults: '[]', rejectedAt: letter.at }
}

/** The state of a dataset as the projector stores it: the data and the time of each record. */
function stateOf(content: Omit<Dataset, 'rowCount'>): string {
  return JSON.stringify({ 'erp main x': { v: '1', t: DECLARED_AT, content } })
}

/** The time at which the datasets of tests were declared. */
export const DECLARED_AT = '2027-01-01T00:00:00.000Z'

const doc = (value: unknown) => ({ doc: JSON.stringify(value) })

/** Converts counts to integers, because the driver sends numbers as floats. */
function withIntegers(properties: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(properties)
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof value === 'number' ? BigInt(value) : value]))
}

function loadProperties(load: InspectedLoad) {
  const { datasetId, runId, status, startedAt, endedAt, sourceWatermarkAt } = load
  const end = status === 'succeeded' ? (endedAt ?? startedAt) : endedAt
  const unmarkedEnd = status === 'succeeded' && sourceWatermarkAt === null ? end : null
  return { datasetId, runId, status, startedAt, endedAt: end, sourceWatermarkAt, unmarkedEnd, ...doc(load) }
}

function sourceProperties({ kind, summary, connectedId, fields = [], raw = null, facilityIds = [] }: TestSource) {
  const { system, instance, recordType, recordId, datasetId } = summary
  const stored = { summary, references: [], fields, raw, facilityIds }
  const live = !summary.deletedInSource
  return { kind, system, instance, recordType, recordId, datasetId, connectedId, live, ...doc(stored) }
}

function recordTypeRows(sources: readonly TestSource[]) {
  const typeOf = ({ summary }: TestSource) =>
    JSON.stringify([summary.system, summary.instance, summary.recordType, summary.datasetId])
  return [...Map.groupBy(sources, typeOf)].map(([key, own]) => {
    const [system, instance, recordType, datasetId] = JSON.parse(key)
    return { system, instance, recordType, datasetId, rows: own.length }
  })
}

function recordProperties(record: ConnectedRecord) {
  const { kind, id, label, match, sourceRecords } = record
  const systems = [...new Set(sourceRecords.map(({ system }) => system))]
  return { kind, id, label, words: tokenize(label).join(' '), matchState: match.state, systems, ...doc(record) }
}

function positionProperties(position: TestPosition) {
  const { positionId: id, system, instance, source, material, factory } = position
  const owners = {
    materialId: material.id,
    factoryId: factory.id,
    materialCode: material.code,
    factoryCode: factory.code,
  }
  return { id, system, instance, subject: source.recordId, datasetId: source.datasetId, ...owners, ...doc(position) }
}

function exceptionProperties(exception: PositionException) {
  const { exceptionId, code, severity, status, systems, datasetIds, material, factory } = exception
  const keys = {
    materialKey: material?.id ?? null,
    factoryKey: factory?.id ?? null,
    materialCode: material?.code ?? null,
    factoryCode: factory?.code ?? null,
  }
  const [quantity, seenKey] = [quantityCodes.includes(code), exception.firstSeenAt + exceptionId]
  return { exceptionId, code, severity, status, systems, datasetIds, quantity, seenKey, ...keys, ...doc(exception) }
}

/** The ID of the material of a PLM record. */
export function materialIdOf(organization: string, recordId: string): string {
  return canonicalId(organization, 'material', { system: 'plm', instance: 'main', recordId })
}

/** The id of the factory with a facility id. */
export function factoryIdOf(organization: string, facilityId: string): string {
  return canonicalId(organization, 'factory', { system: 'registry', instance: 'facility_id', recordId: facilityId })
}
