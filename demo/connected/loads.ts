import type { Brand } from '../brand.ts'
import type { RecordData } from '../event.ts'
import { between, type Hash, hashAt } from '../graph/values/hash.ts'
import { datasets } from './datasets.ts'
import type { SystemRecord } from './systems/system-record.ts'

type Load = RecordData<'dataset_load'>

/** How many runs of each dataset there are. */
const RUNS = 4

const HOUR_MS = 3_600_000

/** Datasets whose loads differ from the others, which are loaded in time. */
export const oddDatasets = {
  /** Its last run is nine days ago, a day and more after it should have been. */
  stale: 'factory_portal.stock_reports',
  /** It was declared, but never loaded. */
  unknown: 'supplier_portal.shipments',
  /** Its system writes a local time ahead of UTC as if it were UTC. */
  skewed: 'wms.material_stock',
  /** Its last run failed, after one that succeeded in time. */
  failing: 'erp.vendors',
  /** A load is running. */
  running: 'erp.requirements',
} as const

/** The runs of all datasets, the last of each shortly before `until`, in epoch milliseconds. */
export function loadRecords(brand: Brand, until: number): SystemRecord<'dataset_load'>[] {
  return datasets.flatMap(({ datasetId, sourceSystem, expectedIntervalSeconds }, place) => {
    if (datasetId === oddDatasets.unknown) return []
    const lateMs = datasetId === oddDatasets.stale ? 9 * 24 * HOUR_MS : 0
    const hash = hashAt(brand.roots.load, place)
    const intervalMs = (expectedIntervalSeconds ?? 0) * 1000
    const runs = Array.from({ length: RUNS }, (_, back) => {
      const startedAt = until - lateMs - back * intervalMs - 1000 * between(hash, 'started', 50, 110, back)
      return runOf(datasetId, { hash: hashAt(hash, back), startedAt, intervalMs, back })
    })
    const odd = oddRun(datasetId, until)
    return [...runs.reverse(), ...(odd === null ? [] : [odd])].map((data) => recordOf(sourceSystem, data))
  })
}

type Run = { readonly hash: Hash; readonly startedAt: number; readonly intervalMs: number; readonly back: number }

/** A run that succeeded: every tenth row was rejected in one of a hundred thousand. */
function runOf(datasetId: string, { hash, startedAt, intervalMs }: Run): Load {
  const endedAt = startedAt + 1000 * between(hash, 'lasts', 5, 45)
  const rowsRead = between(hash, 'rows', 10, 4_000)
  const rowsRejected = between(hash, 'rejected', 0, 20) === 0 ? 1 : 0
  const skew = datasetId === oddDatasets.skewed ? 7 * HOUR_MS : 0
  const lag = Math.min(intervalMs / 30, 60_000)
  return {
    datasetId,
    status: 'succeeded',
    startedAt: timeOf(startedAt),
    endedAt: timeOf(endedAt),
    sourceWatermarkAt: datasetId === 'plm.bom' ? null : timeOf(startedAt + skew - Math.trunc(lag)),
    rowsRead,
    rowsWritten: rowsRead - rowsRejected,
    rowsRejected,
    error: null,
  }
}

function oddRun(datasetId: string, until: number): Load | null {
  const nothing = { sourceWatermarkAt: null, rowsRead: null, rowsWritten: null, rowsRejected: null, error: null }
  if (datasetId === oddDatasets.failing) {
    const [startedAt, endedAt] = [timeOf(until - 40_000), timeOf(until - 10_000)]
    const error = 'The source did not respond within 30 s.'
    return { ...nothing, datasetId, status: 'failed', startedAt, endedAt, rowsRead: 0, rowsWritten: 0, error }
  }
  if (datasetId !== oddDatasets.running) return null
  return { ...nothing, datasetId, status: 'started', startedAt: timeOf(until - 5_000), endedAt: null }
}

const timeOf = (at: number): string => new Date(at).toISOString()

/** A run is named by its dataset and its start. */
function recordOf(system: string, data: Load): SystemRecord<'dataset_load'> {
  const startedAt = Date.parse(data.startedAt)
  const changedAt = data.endedAt ? Date.parse(data.endedAt) : startedAt
  return { kind: 'dataset_load', system, subject: `${data.datasetId}-${startedAt}`, changedAt, data }
}
