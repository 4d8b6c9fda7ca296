import type { ExportsWorld } from '../api/exports.ts'
import { hostileTexts } from '../api/hostile.ts'
import { factoryIdOf, fillConnected, materialIdOf } from '../materials/connected.ts'
import { connectedRecord, dataset, exception, HOUR_MS, load, position } from '../materials/connected-rows.ts'

/** The codes of the materials. */
export const materials = ['M-0', 'M-1', 'M-2']
const factories = ['F-0', 'F-1']
/** The code of a material that no entity has. */
export const NOBODYS = 'X-9'

/** Stores positions, datasets, and exceptions whose texts need escaping in CSV. */
export async function fillConnectedRows({ graph, organization: { key } }: ExportsWorld): Promise<void> {
  const endOf = (id: string, code: string, label: string) => ({ id, code, label })
  const pairs = materials.flatMap((material, m) =>
    factories.map((factory) => ({
      material: endOf(materialIdOf(key, material), material, hostileTexts[m] ?? ''),
      factory: endOf(factoryIdOf(key, factory), factory, factory),
    })),
  )
  const codes = ['QUANTITY_MISMATCH', 'SHORTAGE', 'ORPHAN_FACTORY'] as const
  await fillConnected(graph, key, {
    datasets: [dataset('erp.material_stock'), dataset('wms.material_stock'), dataset('factory_portal.stock_reports')],
    loads: [load('erp.material_stock', -HOUR_MS), load('wms.material_stock', -100 * HOUR_MS)],
    rows: { 'erp.material_stock': 6, 'wms.material_stock': 6 },
    records: [
      ...materials.map((label) => connectedRecord({ id: materialIdOf(key, label), label }, ['erp'])),
      ...factories.map((label) => connectedRecord({ kind: 'factory', id: factoryIdOf(key, label), label }, ['erp'])),
    ],
    positions: [
      ...pairs.flatMap((ends, at) =>
        ['erp', 'wms'].map((system) => position(key, system, ends, { onHand: `-${at}.5`, lotCount: at })),
      ),
      position(key, 'erp', {
        material: { id: null, code: NOBODYS, label: null },
        factory: endOf(factoryIdOf(key, 'F-1'), 'F-1', 'F-1'),
      }),
    ],
    exceptions: pairs.flatMap((ends, at) =>
      codes.map((code, n) =>
        exception(key, `${at} ${code}`, {
          code,
          ...ends,
          severity: at % 2 === 0 ? ('high' as const) : ('medium' as const),
          status: (at + n) % 3 === 0 ? ('resolved' as const) : ('open' as const),
          observed: hostileTexts[(at + n) % hostileTexts.length] ?? null,
          delta: '-1.5',
        }),
      ),
    ),
  })
}
