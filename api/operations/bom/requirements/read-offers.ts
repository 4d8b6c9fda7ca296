import { listOffers } from '../../../../cypher/bom/read-requirements.ts'
import type { Offer, OffersOfMaterial } from '../../../../domain/requirements/choose-offer.ts'
import type { Entity, Relationship } from '../../../../schemas/graph/entities.ts'
import { storedEntity } from '../../../../schemas/stored/entity.ts'
import { type StoredLink, storedLink } from '../../../../schemas/stored/link.ts'
import type { Reader } from '../../../core/context.ts'

type Material = Extract<Entity, { type: 'material' }>
type Supplier = Extract<Entity, { type: 'supplier' }>
type SuppliedBy = Extract<Relationship, { type: 'SUPPLIED_BY' }>['properties']

/** Today's offers of suppliers, by material. A material without offers has no entry. */
export async function readOffers(context: Reader, materialIds: string[]): Promise<Map<string, OffersOfMaterial>> {
  const rows = materialIds.length > 0 ? await context.read(listOffers, { materialIds }) : []
  return new Map(
    rows.map(({ materialId, material, links, suppliers }) => {
      const { attributes } = storedEntity.read(material) as Material
      const offers = links.flatMap((link, at) => {
        const supplier = suppliers[at]
        return supplier === undefined ? [] : offerOf(storedLink.read(link), storedEntity.read(supplier) as Supplier)
      })
      return [materialId, { baseUom: attributes.baseUom, offers }]
    }),
  )
}

/** A link that was stored before prices had a unit has no `priceUom`. */
function offerOf({ properties }: StoredLink, { id, label, attributes }: Supplier): Offer {
  const { isNominated, price, priceUom = null, leadTimeDays } = properties as SuppliedBy
  const supplier = { id, code: attributes.supplierCode, label }
  return { supplier, isNominated: isNominated === true, price, priceUom, leadTimeDays }
}
