import type { ExportParameters } from '../../../schemas/exports/exports.ts'
import { MaterialFactoryPosition } from '../../../schemas/materials/positions.ts'
import type { LongReader } from '../../core/context.ts'
import { readDocument } from '../../core/unreadable.ts'
import { positionText, readPositions } from '../../operations/materials/get-material-factory-position.ts'
import { readFreshness } from '../../operations/materials/reads/read-freshness.ts'
import { type Endpoint, endpointOfKept, keptRef } from '../../operations/materials/reads/resolve-ref.ts'
import type { Cell } from '../formats/row.ts'
import type { ExportRecipe } from './recipe.ts'
import { partsOf, readableRows } from './rows.ts'

const AT_ONCE = 1000

type Parameters = ExportParameters<'material_positions'>

/**
 * Positions in the order of `getMaterialFactoryPosition`. Without a material and a factory, the file has those of all
 * materials.
 */
export const materialPositions: ExportRecipe<'material_positions'> = {
  async resolve({ material, factory, system }, reader) {
    const [keptMaterial, keptFactory] = await Promise.all([
      material === undefined ? undefined : keptRef(reader, 'material', material),
      factory === undefined ? undefined : keptRef(reader, 'factory', factory),
    ])
    return { material: keptMaterial, factory: keptFactory, system }
  },
  parts: (parameters, reader) =>
    partsOf(
      every(reader, parameters),
      readableRows(reader, 'material_positions', (text) => [record(readDocument(MaterialFactoryPosition, text))]),
    ),
}

async function* every(reader: LongReader, { material, factory, system }: Parameters): AsyncGenerator<string> {
  const endpoints: Record<'material' | 'factory', Endpoint | null> = {
    material: material === undefined ? null : await endpointOfKept(reader, 'material', material),
    factory: factory === undefined ? null : await endpointOfKept(reader, 'factory', factory),
  }
  for (let after = ''; ; ) {
    const rows = await readPositions(reader, { ...endpoints, system: system ?? null, after, limit: AT_ONCE })
    const freshness = await readFreshness(
      reader,
      rows.map(({ datasetId }) => datasetId),
    )
    for (const { doc, datasetId } of rows) yield positionText(doc, freshness.get(datasetId ?? ''))
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

function record({ material, factory, freshness, ...position }: MaterialFactoryPosition): Cell[] {
  const { system, instance, asOf, uom, onHand, qualityHold, allocated, available } = position
  const { inTransit, onOrder, required, projected, liabilityQuantity } = position
  return [
    ...[material.code, factory.code, system, instance, asOf, uom, onHand, qualityHold, allocated, available],
    ...[inTransit, onOrder, required, projected, liabilityQuantity, freshness.status],
  ]
}
