import type { SourceEvent } from './source-event.ts'

const time = '2027-03-14T02:10:00.000Z'
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

/** Something of every kind of connected data, a deleted record and one that cannot be read. */
export const connectedFeed: SourceEvent[] = [
  event('source_record', 'item:1', { kind: 'material', datasetId, references: [item], fields: [field] }),
  event('source_record', 'item:2', { kind: 'material', datasetId }),
  event('source_record', 'item:2', null, 2),
  event('source_record', 'nowhere', {}),
  event('position', '1@F', { material: item, factory: site, datasetId, asOf: time, uom: 'MTR' }),
  event('requirement', 'r', { style: { recordId: 'S' }, factory: site, units: 1 }),
  event('dataset', datasetId, { ...dataset, lifecycle: 'active' }),
  event('dataset_load', 'run', { datasetId, status: 'started', startedAt: time }),
]
