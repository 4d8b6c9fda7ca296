import { listPositionsOfMaterials } from '../../../../cypher/bom/read-requirements.ts'
import type { StockPosition } from '../../../../domain/requirements/stock-of-material.ts'
import { storedPosition } from '../../../../schemas/stored/connected-data.ts'
import type { Reader } from '../../../core/context.ts'
import type { Endpoint } from '../../materials/reads/resolve-ref.ts'

/** The open stock positions of materials, by material, at one factory or at all factories. */
export async function readStock(
  context: Reader,
  materialIds: string[],
  factory: Endpoint | null,
): Promise<Map<string, StockPosition[]>> {
  const { id: factoryId = null, code: factoryCode = null } = factory ?? {}
  const rows =
    materialIds.length > 0 ? await context.read(listPositionsOfMaterials, { materialIds, factoryId, factoryCode }) : []
  const grouped = Map.groupBy(rows, ({ materialId }) => materialId)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ doc }) => storedPosition.read(doc))]))
}
