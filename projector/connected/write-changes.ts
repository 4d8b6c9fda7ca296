import { randomUUID } from 'node:crypto'
import * as ingest from '../../cypher/ingest.ts'
import type { Place } from '../partition-states.ts'
import type { Write } from '../writes.ts'
import type { Changes } from './changes.ts'

/**
 * Writes what follows from a batch, last of all: others wait for these counts while the transaction lasts. A mark is
 * created and never changed, so that writers do not wait for each other.
 */
export function writeChanges(write: Write, { topic, partition }: Place, changes: Changes): void {
  if (changes.applied === 0) return
  const marked = [...changes.subjects].sort(([a], [b]) => (a < b ? -1 : 1))
  const [subjects, times] = [marked.map(([subject]) => subject), marked.map(([, time]) => time)]
  if (subjects.length > 0) write(ingest.addRecheck, { id: randomUUID(), subjects, times })
  write(ingest.noteApplied, { topic, partition, at: changes.arrivedAt })
  const datasets = [...changes.datasetRows].filter(([, delta]) => delta !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
  if (datasets.length > 0)
    write(ingest.countDatasetRows, { rows: datasets.map(([datasetId, delta]) => ({ datasetId, delta })) })
  const types = [...changes.recordTypeRows.values()].filter(({ delta }) => delta !== 0)
  if (types.length > 0) write(ingest.countRecordTypeRows, { rows: types.sort((a, b) => (a.id < b.id ? -1 : 1)) })
}
