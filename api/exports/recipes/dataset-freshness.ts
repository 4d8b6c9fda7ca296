import { findDatasets, listDatasets } from '../../../cypher/materials/read-materials.ts'
import { Freshness } from '../../../schemas/materials/datasets.ts'
import { requireFit } from '../../../schemas/stored/stored-document.ts'
import type { LongReader } from '../../core/context.ts'
import { datasetNotFound } from '../../operations/materials/get-service-data-freshness.ts'
import { readFreshness } from '../../operations/materials/reads/read-freshness.ts'
import type { Cell } from '../formats/row.ts'
import type { ExportRecipe } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

const AT_ONCE = 1000

/** How fresh the datasets are when the file is written, in the order of `getServiceDataFreshness`. */
export const datasetFreshness: ExportRecipe<'dataset_freshness'> = {
  async resolve(parameters, reader) {
    const { datasetId } = parameters
    if (datasetId === undefined) return parameters
    const found = await reader.read(findDatasets, { datasetIds: [datasetId] })
    if (found.length === 0) throw datasetNotFound()
    return parameters
  },
  parts({ datasetId, status }, reader) {
    const records = readableRows(reader, 'dataset_freshness', (row: Freshness) =>
      status === undefined || row.status === status ? [record(requireFit(Freshness, row))] : [],
    )
    return partsOf(every(reader, datasetId), records)
  },
}

async function* every(reader: LongReader, datasetId: string | undefined): AsyncGenerator<Freshness> {
  for (let after = ''; ; ) {
    const listed =
      datasetId === undefined ? await reader.read(listDatasets, { after, limit: AT_ONCE }) : [{ datasetId }]
    const freshness = await readFreshness(
      reader,
      listed.map((row) => row.datasetId),
    )
    yield* freshness.values()
    if (datasetId !== undefined || listed.length < AT_ONCE) return
    after = listed.at(-1)?.datasetId ?? after
  }
}

function record(row: Freshness): Cell[] {
  const { datasetId, sourceSystem, status, severity, lagSeconds, lastSuccessAt, sourceWatermarkAt } = row
  return [datasetId, sourceSystem, status, severity, lagSeconds, lastSuccessAt, sourceWatermarkAt]
}
