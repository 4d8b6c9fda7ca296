import type { RecordEvent } from '../../domain/events/decode-event.ts'
import type { RecordKind } from '../../schemas/records/record-events.ts'
import { entities } from './entities/entities.ts'
import { links } from './links/links.ts'
import type { AppliedType, Batch, EventOf } from './record-type.ts'
import { datasetLoads } from './sources/dataset-loads.ts'
import { datasets } from './sources/datasets.ts'
import { positions } from './sources/positions.ts'
import { requirements } from './sources/requirements.ts'
import { sourceRecords } from './sources/source-records.ts'

/**
 * How each type of record is applied. The order is the order of locking in every transaction, which avoids deadlocks.
 */
export const recordTypes: { [K in RecordKind]: AppliedType<EventOf<K>> } = {
  style: entities,
  sku: entities,
  material: entities,
  supplier: entities,
  link: links,
  source_record: sourceRecords,
  position: positions,
  requirement: requirements,
  dataset: datasets,
  dataset_load: datasetLoads,
}

const inOrder = new Set(Object.values(recordTypes) as AppliedType<RecordEvent>[])

/** Applies the events of one organization, type by type. @returns the stale events */
export async function applyRecords(batch: Batch, events: readonly RecordEvent[]): Promise<Set<RecordEvent>> {
  const byType = Map.groupBy(events, ({ kind }) => recordTypes[kind] as AppliedType<RecordEvent>)
  const stale: RecordEvent[] = []
  for (const type of inOrder) {
    const own = byType.get(type)
    if (own) stale.push(...(await type.apply(batch, own)))
  }
  return new Set(stale)
}
