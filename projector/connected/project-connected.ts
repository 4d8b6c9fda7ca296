import type { Run } from '../../cypher/connect.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import type { Write } from '../writes.ts'
import type { Changes } from './changes.ts'
import { projectDatasetLoads } from './dataset-loads.ts'
import { projectDatasets } from './datasets.ts'
import { projectPositions } from './positions.ts'
import { projectRequirements } from './requirements.ts'
import { projectSourceRecords } from './source-records.ts'

/** Applies what systems say about materials and factories, kind by kind, so that locks are taken in one order. */
export async function projectConnected(
  run: Run,
  write: Write,
  organization: string,
  events: readonly RecordEvent[],
  changes: Changes,
): Promise<void> {
  const { source_record = [], position = [], requirement = [], dataset = [], dataset_load = [] } = byKind(events)
  await projectSourceRecords(run, write, organization, source_record, changes)
  await projectPositions(run, write, organization, position, changes)
  await projectRequirements(run, write, organization, requirement, changes)
  await projectDatasets(run, write, organization, dataset, changes)
  await projectDatasetLoads(run, write, organization, dataset_load, changes)
}

type ByKind = { [K in RecordEvent['kind']]?: Extract<RecordEvent, { kind: K }>[] }

/** Each list holds events of its kind only, which the compiler cannot see. */
function byKind(events: readonly RecordEvent[]): ByKind {
  return Object.groupBy(events, ({ kind }) => kind) as ByKind
}
