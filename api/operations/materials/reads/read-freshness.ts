import { findDatasets, listLoads } from '../../../../cypher/materials/read-materials.ts'
import { freshnessOf } from '../../../../domain/materials/freshness-of.ts'
import type { Freshness, InspectedLoad } from '../../../../schemas/materials/datasets.ts'
import { storedDataset, storedLoad } from '../../../../schemas/stored/connected-data.ts'
import type { ClockedReader, Reader } from '../../../core/context.ts'

/** The number of recent loads that are read in addition to the newest successful one. */
const NEWEST_LOADS = 5

/**
 * The current freshness of datasets, by their IDs. An undeclared dataset has the status unknown. Null IDs are left out.
 */
export async function readFreshness(
  context: ClockedReader,
  datasetIds: Iterable<string | null>,
): Promise<Map<string, Freshness>> {
  const wanted = [...new Set(datasetIds)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const [declared, loads] = await Promise.all([
    context.read(findDatasets, { datasetIds: wanted }),
    readLoads(context, wanted, NEWEST_LOADS),
  ])
  const policies = new Map(declared.map(({ datasetId, doc }) => [datasetId, storedDataset.read(doc)]))
  const now = context.now()
  return new Map(wanted.map((id) => [id, freshnessOf(id, policies.get(id) ?? null, loads.get(id) ?? [], now)]))
}

/** The newest loads of each dataset, newest first, including the newest successful one. */
export async function readLoads(
  context: Reader,
  datasetIds: string[],
  newest: number,
): Promise<Map<string, InspectedLoad[]>> {
  const rows = await context.read(listLoads, { datasetIds, newest })
  const loads = Map.groupBy(rows, ({ datasetId }) => datasetId)
  return new Map([...loads].map(([id, found]) => [id, found.map(({ doc }) => storedLoad.read(doc)).sort(newestFirst)]))
}

function newestFirst(a: InspectedLoad, b: InspectedLoad): number {
  if (a.startedAt !== b.startedAt) return a.startedAt > b.startedAt ? -1 : 1
  return a.runId < b.runId ? -1 : 1
}
