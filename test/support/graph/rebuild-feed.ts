import type { SourceEvent } from '../events/source-event.ts'

const time = '2026-03-14T02:10:00.000Z'
const [item, site] = [
  { kind: 'item', value: '1' },
  { kind: 'facility_id', value: 'F' },
]
const datasetId = 'erp.stock'
const dataset = { datasetId, name: 'Stock', sourceSystem: 'erp', instance: 'main', loadMode: 'event' }
const field = { name: 'name', sourceField: 'NAME', value: 'Poplin' }

function event(kind: SourceEvent['kind'], recordId: string, data: SourceEvent['data'], version = 1): SourceEvent {
  return { kind, system: 'erp', recordId, version, time, data }
}

/** Events of every kind of connected data, including a deleted record and an unreadable one. */
export const connectedFeed: SourceEvent[] = [
  event('source_record', 'item:1', { kind: 'material', datasetId, references: [item], fields: [field] }),
  event('source_record', 'item:2', { kind: 'material', datasetId }),
  event('source_record', 'item:2', null, 2),
  event('source_record', 'site:F', { kind: 'factory', datasetId, references: [site] }),
  event('source_record', 'nowhere', {}),
  event('position', '1@F', { material: item, factory: site, datasetId, asOf: time, uom: 'MTR' }),
  event('requirement', 'r', { style: { recordId: 'S' }, factory: site, units: 1 }),
  event('dataset', datasetId, { ...dataset, lifecycle: 'active' }),
  event('dataset_load', 'run', { datasetId, status: 'started', startedAt: time }),
]

function ownership(recordId: string, from: string, to: string): SourceEvent {
  const ends = { from: { type: 'supplier', recordId: from }, to: { type: 'supplier', recordId: to } }
  const data = { type: 'OWNED_BY', properties: { sharePercent: '50' }, ...ends }
  return { kind: 'link', recordId, version: 1, time, data }
}

/** Two suppliers, each half owned by another one. */
export const linkFeed: SourceEvent[] = [ownership('L-1', 'R-1', 'R-2'), ownership('L-2', 'R-3', 'R-4')]

/** The deletion of the second of them. */
export const deletedLinkFeed: SourceEvent[] = [{ kind: 'link', recordId: 'L-2', version: 2, time, data: null }]

/** For each label of connected data the key of a node of an organization that occurs in no event. */
export const ghosts = {
  SourceRecord: 'id',
  RecordCode: 'id',
  ConnectedRecord: 'id',
  Position: 'id',
  Requirement: 'id',
  Dataset: 'datasetId',
  DatasetRows: 'datasetId',
  RecordTypeRows: 'id',
  DatasetLoad: 'id',
  ObservedField: 'id',
  RecordLetter: 'id',
  PositionException: 'exceptionId',
}

/** An export, which a rebuild has to keep because no event restores it. */
export const exportJob = {
  id: '5c0e0a2f-6f1b-4f0e-9d5a-0d8b7f6f3a11',
  kind: 'entities',
  parameters: '{}',
  createdAt: '2026-01-01T00:00:00.000Z',
  credentialId: 'a',
  requestId: 'a',
  most: 5,
}
