import { listDatasets } from '../../../../cypher/materials/read-materials.ts'
import type { Reader } from '../../../core/context.ts'

const AT_ONCE = 1000

/** The IDs of all declared datasets. There are few, because people configure them. */
export async function readDatasetIds(context: Reader): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await context.read(listDatasets, { after: ids.at(-1) ?? '', limit: AT_ONCE })
    ids.push(...rows.map(({ datasetId }) => datasetId))
    if (rows.length < AT_ONCE) return ids
  }
}
