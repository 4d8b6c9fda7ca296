import * as ingest from '../../../cypher/records/write-records.ts'
import type { Values } from '../../../domain/history.ts'
import { type StoredDataset, storedDataset } from '../../../schemas/stored/connected-data.ts'
import { type Changes, invalidate } from '../changes.ts'
import { type EventOf, recordType } from '../record-type.ts'
import { applyStatement, readVersions, recordKeyOf, shownRecord, type Versions, writeVersions } from '../versions.ts'

type DatasetEvent = EventOf<'dataset'>

const Content = storedDataset.schema
type Content = StoredDataset

interface LockedDataset {
  versions: Versions<Content>
  /** The content that readers saw before the batch. */
  before: Content | null
  isChanged: boolean
}

/** Datasets. If several systems describe the same dataset, readers see the newest description. */
export const datasets = recordType<DatasetEvent, Map<string, LockedDataset>>({
  isConnected: true,
  async lock({ run, organization }, events) {
    const ids = [...new Set(events.map(({ record }) => record.recordId))].sort()
    const rows = await run(ingest.lockDatasets, organization, { ids })
    return new Map(rows.map(({ id, state }) => [id, lockedDataset(readVersions(state, Content))]))
  },
  fold(locked, { record, version, time, data }) {
    const id = record.recordId
    const dataset = locked.get(id) ?? lockedDataset(new Map())
    locked.set(id, dataset)
    const statement = { key: recordKeyOf(record), ownId: id, targetId: data && id, version, time }
    if (!applyStatement(() => dataset.versions, { ...statement, content: contentOf(data), valuesOf })) return false
    dataset.isChanged = true
    return true
  },
  write(locked, { write, changes }) {
    for (const [id, { versions, before, isChanged }] of locked) {
      if (!isChanged) continue
      const shown = shownRecord(versions)?.content ?? null
      const state = writeVersions(versions)
      if (shown)
        write(ingest.publishDatasets, {
          rows: [{ id, system: shown.sourceSystem, doc: storedDataset.write(shown), state }],
        })
      else write(ingest.unpublishDatasets, { rows: [{ id, state }] })
      invalidateErp(changes, before, shown)
    }
  },
})

function lockedDataset(versions: Versions<Content>): LockedDataset {
  return { versions, before: shownRecord(versions)?.content ?? null, isChanged: false }
}

/** Returns the published fields in their published order, without other fields of the event. */
function contentOf(data: DatasetEvent['data']): Content | null {
  return data && Content.parse(data)
}

/** Returns the values of a dataset that exceptions depend on. */
function valuesOf({ lifecycle, sourceSystem }: Content): Values {
  return { lifecycle, sourceSystem }
}

/**
 * Whether an organization has an ERP follows from an active dataset of one. With it, materials that are missing in the
 * ERP are exceptions, so a change invalidates everything.
 */
function invalidateErp(changes: Changes, before: Content | null, now: Content | null): void {
  const [had, has] = [before, now].map((one) => one?.lifecycle === 'active' && one.sourceSystem === 'erp')
  if (had !== has) invalidate(changes, { kind: 'everything', isFirst: false })
  else if (has) invalidate(changes, { kind: 'exceptions', code: 'MISSING_IN_ERP' })
}
