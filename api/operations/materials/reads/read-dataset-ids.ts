import { listDatasets } from '../../../../cypher/materials/read-materials.ts'
import type { Reader } from '../../../core/context.ts'

const AT_ONCE = 1000

/** The ids of all datasets that are declared: few, because people set them up. */
export async function readDatasetIds(context: Reader): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const rows = await context.read(listDatasets, { after: ids.at(-1) ?? '', limit: AT_ONCE })
    ids.push(...rows.map(({ datasetId }) => datasetId))
    if (rows.length < AT_ONCE) return ids
  }
}
