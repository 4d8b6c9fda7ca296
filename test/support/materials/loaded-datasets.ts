import { fillConnected } from './connected.ts'
import { type ConnectedApi, startConnectedApi } from './connected-api.ts'
import { at, dataset, HOUR_MS, load } from './connected-rows.ts'

const many = Array.from({ length: 12 }, (_, n) => dataset(`pim.feed_${String(n).padStart(2, '0')}`))
export const datasets = [
  dataset('erp.material_stock'),
  dataset('erp.never', { lifecycle: 'deprecated' }),
  dataset('erp.paused', { lifecycle: 'paused' }),
  dataset('erp.free', { warnAfterSeconds: null, errorAfterSeconds: null }),
  dataset('wms.material_stock', { warnAfterSeconds: 1800, errorAfterSeconds: 7200 }),
  dataset('wms.skewed'),
  ...many,
]
/** More failed loads after the last success than a response lists. */
const failures = Array.from({ length: 8 }, (_, n) =>
  load('wms.material_stock', -HOUR_MS + (n + 1) * 1000, {
    status: 'failed',
    sourceWatermarkAt: null,
    error: 'no answer',
  }),
)
const loads = [
  load('erp.material_stock', -HOUR_MS),
  load('erp.material_stock', -9 * HOUR_MS),
  load('erp.paused', -HOUR_MS),
  load('erp.free', -HOUR_MS),
  load('wms.material_stock', -HOUR_MS),
  ...failures,
  load('wms.skewed', 60_000, { endedAt: at(0) }),
  ...many.map(({ datasetId }, n) => load(datasetId, -n * HOUR_MS)),
]

/** The datasets with their loads; another organization has two of its own. */
export async function startLoadedDatasets(): Promise<ConnectedApi> {
  const world = await startConnectedApi()
  const { graph, ours, theirs } = world
  const rows = { 'erp.material_stock': 41, 'pim.feed_03': 3 }
  await fillConnected(graph, ours.key, { datasets, rows, loads, appliedAt: at(-500) })
  await fillConnected(graph, theirs.key, {
    datasets: [dataset('erp.material_stock', { name: 'Theirs' }), dataset('mdm.x')],
  })
  return world
}

export const datasetIdsOf = (rows: readonly { datasetId: string }[]) => rows.map(({ datasetId }) => datasetId).sort()
