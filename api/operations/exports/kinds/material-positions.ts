import { listAllPositions } from '../../../../cypher/connected.ts'
import type { MaterialFactoryPosition } from '../../../../schemas/connected.ts'
import type { ExportParameters } from '../../../../schemas/exports.ts'
import type { LongReader } from '../../../context.ts'
import { positionText, readPositions } from '../../connected/get-material-factory-position.ts'
import { readFreshness } from '../../connected/read-freshness.ts'
import { resolveRef } from '../../connected/resolve-ref.ts'
import { type CsvValue, partsOf } from '../csv.ts'
import type { ExportRecipe } from '../kind.ts'

const AT_ONCE = 1000

type Parameters = ExportParameters<'material_positions'>

/** Positions in the order of `getMaterialFactoryPosition`, those of all materials when none is named. */
export const materialPositions: ExportRecipe<'material_positions'> = {
  async resolve({ material, factory, system }, reader) {
    const [materialId, factoryId] = await Promise.all([
      material === undefined ? undefined : resolveRef(reader, 'material', material),
      factory === undefined ? undefined : resolveRef(reader, 'factory', factory),
    ])
    return { material: materialId, factory: factoryId, system }
  },
  parts: (parameters, reader) => partsOf(every(reader, parameters), (row) => [record(row)]),
}

async function* every(reader: LongReader, parameters: Parameters): AsyncGenerator<MaterialFactoryPosition> {
  for (let after = ''; ; ) {
    const rows = await pageAfter(reader, parameters, after)
    const freshness = await readFreshness(
      reader,
      rows.map(({ datasetId }) => datasetId),
    )
    for (const { doc, datasetId } of rows) yield JSON.parse(positionText(doc, freshness.get(datasetId ?? '')))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

function pageAfter(reader: LongReader, { material, factory, system }: Parameters, after: string) {
  const wanted = { after, limit: AT_ONCE, factoryId: factory ?? null, system: system ?? null }
  if (material === undefined) return reader.read(listAllPositions, wanted)
  return readPositions(reader, { ...wanted, materialId: material })
}

function record({ material, factory, freshness, ...position }: MaterialFactoryPosition): CsvValue[] {
  const { system, instance, asOf, uom, onHand, qualityHold, allocated, available } = position
  const { inTransit, onOrder, required, projected, liabilityQuantity } = position
  return [
    ...[material.code, factory.code, system, instance, asOf, uom, onHand, qualityHold, allocated, available],
    ...[inTransit, onOrder, required, projected, liabilityQuantity, freshness.status],
  ]
}
