import { findDatasets } from '../../../../cypher/materials/read-materials.ts'
import { storedDataset } from '../../../../schemas/stored/connected-data.ts'
import type { Reader } from '../../../core/context.ts'

/** The steward of each declared dataset among some, by dataset ID; null for a dataset without one. */
export async function readStewards(reader: Reader, datasetIds: string[]): Promise<Map<string, string | null>> {
  const rows = datasetIds.length > 0 ? await reader.read(findDatasets, { datasetIds }) : []
  return new Map(rows.map(({ datasetId, doc }) => [datasetId, storedDataset.read(doc).steward]))
}
