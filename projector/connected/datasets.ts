import { z } from 'zod'
import type { Run } from '../../cypher/connect.ts'
import * as ingest from '../../cypher/ingest.ts'
import { Dataset } from '../../schemas/connected.ts'
import type { RecordEvent } from '../../schemas/decode-event.ts'
import { newestTimes } from '../newest-times.ts'
import { applyStatement, recordKeyOf, shownRecord, sortedVersions, type Versions } from '../projections/versions.ts'
import type { Write } from '../writes.ts'
import { type Changes, mark, noteApplied } from './changes.ts'

type DatasetEvent = Extract<RecordEvent, { kind: 'dataset' }>

const Content = Dataset.omit({ rowCount: true })
type Content = z.infer<typeof Content>
const State = z.record(z.string(), z.object({ v: z.string(), t: z.string(), content: Content.nullable() }))

/** Applies the dataset events of one organization. Several systems may describe one: the newest description is shown. */
export async function projectDatasets(
  run: Run,
  write: Write,
  organization: string,
  events: DatasetEvent[],
  changes: Changes,
): Promise<void> {
  if (events.length === 0) return
  const ids = [...new Set(events.map(({ record }) => record.recordId))].sort()
  const rows = await run(ingest.holdDatasets, organization, { ids })
  const held = new Map(rows.map(({ id, state }) => [id, readState(state)]))
  const before = new Map([...held].map(([id, versions]) => [id, shownRecord(versions)?.content ?? null]))
  const applied = events.filter((event) => applyDataset(held, event, changes))
  for (const [id, time] of newestTimes(applied.map((event) => [event.record.recordId, event.time]))) {
    const versions: Versions<Content> = held.get(id) ?? new Map()
    const shown = shownRecord(versions)?.content ?? null
    const state = writeState(versions)
    if (shown)
      write(ingest.listDatasets, { rows: [{ id, system: shown.sourceSystem, doc: JSON.stringify(shown), state }] })
    else write(ingest.unlistDatasets, { rows: [{ id, state }] })
    if (activeSystem(before.get(id) ?? null) !== activeSystem(shown)) mark(changes, ['all'], time)
  }
}

/** @returns false when the event is stale */
function applyDataset(held: Map<string, Versions<Content>>, event: DatasetEvent, changes: Changes): boolean {
  const { record, version, time, data } = event
  const id = record.recordId
  const versions = held.get(id) ?? new Map()
  held.set(id, versions)
  const statement = {
    key: recordKeyOf(record),
    ownId: id,
    targetId: data && id,
    version,
    time,
    content: contentOf(data),
  }
  if (!applyStatement(() => versions, statement)) return false
  noteApplied(changes, event)
  return true
}

/** In the published order, whatever else the event carried. */
function contentOf(data: DatasetEvent['data']): Content | null {
  return data && Content.parse(data)
}

/** Who has an active dataset of a system has that system: what is missing there is missing anywhere. */
function activeSystem(dataset: Content | null): string | null {
  return dataset?.lifecycle === 'active' ? dataset.sourceSystem : null
}

function readState(state: string | null): Versions<Content> {
  const records = Object.entries(state === null ? {} : State.parse(JSON.parse(state)))
  return new Map(records.map(([key, { v, t, content }]) => [key, { version: BigInt(v), time: t, content }]))
}

function writeState(versions: Versions<Content>): string {
  const records = sortedVersions(versions).map(([key, { version, time, content }]) => [
    key,
    { v: String(version), t: time, content },
  ])
  return JSON.stringify(Object.fromEntries(records))
}
