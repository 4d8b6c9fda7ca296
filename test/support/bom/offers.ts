import type { Graph } from '../../../cypher/connect.ts'
import { material, supplier } from '../graph/entities.ts'
import { fill } from '../graph/graph.ts'
import { createChance, idOf, type TestBom, type Unit } from './bom-model.ts'
import type { OrderWorld, TestOffer } from './requirements-oracle.ts'

export const worldUnits: readonly [Unit, ...Unit[]] = ['MTR', 'YRD', 'CMT', 'KGM', 'EA', 'DZN']

/** Random suppliers, and base units and offers for most materials of the BOMs. */
export function randomOffers(organization: string, boms: readonly TestBom[], seed: number) {
  const chance = createChance(seed)
  const records = recordsOf(boms)
  const suppliers = ['SUP-1', 'SUP-2', 'SUP-3', 'SUP-4'].map((code) => supplier(organization, code))
  const entities = records
    .filter(() => chance.below(12) > 0)
    .map((record) => {
      const made = material(organization, record)
      return { ...made, attributes: { ...made.attributes, baseUom: chance.pick([...worldUnits, null]) } }
    })
  const offers = records.flatMap((record) =>
    suppliers.slice(0, chance.below(5)).map(
      ({ id, label, attributes }): TestOffer => ({
        material: record,
        supplier: { id, code: attributes.supplierCode, label },
        isNominated: chance.pick([true, false, null]),
        price: chance.pick([
          null,
          { amount: '3.85', currency: 'EUR' },
          { amount: '3.85', currency: 'EUR' },
          { amount: '0.012', currency: 'EUR' },
          { amount: '4.2', currency: 'USD' },
        ]),
        priceUom: chance.pick([null, null, ...worldUnits]),
        leadTimeDays: chance.pick([null, 28, 70]),
      }),
    ),
  )
  const links = offers.map(({ material: record, supplier: supplierRecord, ...properties }) => ({
    type: 'SUPPLIED_BY' as const,
    from: { id: idOf(organization, 'material', record), type: 'material' as const },
    to: { id: supplierRecord.id, type: 'supplier' as const },
    properties,
  }))
  const baseUoms = new Map(entities.map(({ id, attributes }) => [id, attributes.baseUom as Unit | null]))
  const world: Omit<OrderWorld, 'bom'> = { organization, offers, baseUoms, positions: [] }
  return { world, contents: { entities: [...suppliers, ...entities], links } }
}

/** Stores random offers, and returns them. */
export async function writeOffers(
  graph: Graph,
  organization: string,
  boms: readonly TestBom[],
  seed: number,
): Promise<Omit<OrderWorld, 'bom'>> {
  const { world, contents } = randomOffers(organization, boms, seed)
  await fill(graph, organization, contents)
  return world
}

/** The materials of BOMs, by their records. */
export function recordsOf(boms: readonly TestBom[]): string[] {
  return [
    ...new Set(boms.flatMap((bom) => bom.flatMap(({ lines }) => lines.map((line) => line.material.record)))),
  ].sort()
}
