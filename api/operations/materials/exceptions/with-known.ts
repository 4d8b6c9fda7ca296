import { findNominatedSuppliers } from '../../../../cypher/materials/read-materials.ts'
import type { PositionException, ServedPositionException } from '../../../../schemas/materials/exceptions.ts'
import type { PositionEnd } from '../../../../schemas/materials/positions.ts'
import { storedEntity } from '../../../../schemas/stored/entity.ts'
import type { Reader } from '../../../core/context.ts'
import { readStewards } from '../reads/read-stewards.ts'

/** Adds the current nominated suppliers of their materials and stewards of their datasets to exceptions. */
export async function withKnown(
  reader: Reader,
  exceptions: readonly PositionException[],
): Promise<ServedPositionException[]> {
  const [suppliers, stewards] = await Promise.all([
    readSuppliers(reader, distinct(exceptions.flatMap(({ material }) => material?.id ?? []))),
    readStewards(reader, distinct(exceptions.flatMap(({ datasetIds }) => datasetIds))),
  ])
  return exceptions.map((exception) => ({
    ...exception,
    supplier: suppliers.get(exception.material?.id ?? '') ?? null,
    steward: exception.datasetIds.map((id) => stewards.get(id) ?? null).find((one) => one !== null) ?? null,
  }))
}

const distinct = (values: readonly string[]) => [...new Set(values)]

/**
 * The nominated supplier of each material. If there are several, it is the one with the lowest code, then with the
 * lowest ID.
 */
async function readSuppliers(reader: Reader, ids: string[]): Promise<Map<string, PositionEnd>> {
  const rows = ids.length > 0 ? await reader.read(findNominatedSuppliers, { ids }) : []
  const found = rows.flatMap(({ materialId, doc }) => {
    const entity = storedEntity.read(doc)
    if (entity.type !== 'supplier') return []
    const { id, label, attributes } = entity
    return [{ materialId, supplier: { id, code: attributes.supplierCode, label } }]
  })
  const keyOf = ({ code, id }: PositionEnd) => `${code}\u0000${id}`
  found.sort((a, b) => (keyOf(a.supplier) > keyOf(b.supplier) ? -1 : 1))
  return new Map(found.map(({ materialId, supplier }) => [materialId, supplier]))
}
