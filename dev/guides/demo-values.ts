import { z } from 'zod'
import { styleRows } from '../../demo/bom/ledger/snapshot-rows.ts'
import { publicationAt } from '../../demo/bom/publication.ts'
import { lastTouched } from '../../demo/bom/style-bom.ts'
import { type Brand, openBrand } from '../../demo/brand.ts'
import { faultsOf } from '../../demo/connected/faults/injections.ts'
import { type Pair, planOf } from '../../demo/connected/plan.ts'
import { facilityId, stockSystems } from '../../demo/connected/systems/factory.ts'
import { itemNumber } from '../../demo/connected/systems/position-record.ts'
import { PLM } from '../../demo/event.ts'
import { materialAt, materialId } from '../../demo/graph/materials/material.ts'
import { materialLinks } from '../../demo/graph/materials/material-links.ts'
import { styleAt, styleId } from '../../demo/graph/styles/style.ts'
import { styleRecord } from '../../demo/graph/styles/style-record.ts'
import { supplierAt } from '../../demo/graph/suppliers/supplier.ts'
import { at } from '../../demo/graph/values/choose.ts'
import { sourcesOf } from '../../demo/sources.ts'
import { demoOrganizations } from '../../demo/write/write-options.ts'
import { canonicalId, canonicalIdOf } from '../../domain/identity/identity.ts'

/**
 * Values of the demo that the docs contain, by the names in the comments of the pages. They are computed by the
 * generator of the demo, so that no server has to run.
 */
export function demoValues(): ReadonlyMap<string, string> {
  const brand = openBrand({ organization: demoOrganizations[0], profile: 'demo' })
  return new Map([...materialValues(brand), ...styleValues(brand), ...publicationValues(brand), ...changeValues(brand)])
}

/**
 * A poplin with a quantity mismatch between the ERP and the warehouse at one factory, so that it occurs in all
 * examples.
 */
function materialValues(brand: Brand): [string, string][] {
  const { material, factory } = mismatchedPoplin(brand)
  const { data } = materialAt(brand, material)
  const supplier = supplierAt(brand, at(sourcesOf(brand, material), 0)).data
  const { mpn, price, leadTimeDays } = Terms.parse(at(materialLinks(brand, material), 0).data.properties)
  const ownId = canonicalId(brand.organization, 'material', { ...PLM, recordId: materialId(material) })
  const registry = { system: 'registry', instance: 'facility_id', recordId: facilityId(factory) }
  const factoryId = canonicalId(brand.organization, 'factory', registry)
  return [
    ['organization', brand.organization],
    ['material', data.materialNumber],
    ['materialName', data.name],
    ['materialId', ownId],
    ['exception', canonicalIdOf([brand.organization, 'QUANTITY_MISMATCH', ownId, factoryId, 'onHand'])],
    ['item', itemNumber(material)],
    ['factory', facilityId(factory)],
    ['supplier', `${supplier.name} (${supplier.supplierCode})`],
    ['article', mpn],
    ['price', `${price.amount} ${price.currency}`],
    ['leadTime', `${leadTimeDays} days`],
  ]
}

/** The properties of the link to the nominated supplier, which is the first one. */
const Terms = z.object({
  mpn: z.string(),
  price: z.object({ amount: z.string(), currency: z.string() }),
  leadTimeDays: z.number(),
})

function mismatchedPoplin(brand: Brand): Pair {
  const pairs = [...faultsOf(planOf(brand))].filter(
    ([pair, { code, severity }]) =>
      code === 'QUANTITY_MISMATCH' &&
      severity(brand, pair) === 'high' &&
      stockSystems(pair.factory).includes('wms') &&
      materialAt(brand, pair.material).data.name.includes('Poplin'),
  )
  const [found] = pairs.map(([pair]) => pair).sort((one, other) => one.material - other.material)
  if (!found) throw new Error('No poplin of the demo has a quantity mismatch')
  return found
}

/** The first style of a list, which has the lowest ID. */
function styleValues(brand: Brand): [string, string][] {
  const styles = Array.from({ length: brand.profile.styles }, (_, index) => {
    const { styleNumber, name } = styleRecord(brand, styleAt(brand, index)).data
    return { id: canonicalId(brand.organization, 'style', { ...PLM, recordId: styleId(index) }), styleNumber, name }
  })
  const { styleNumber, name } = at(
    styles.sort((one, other) => (one.id < other.id ? -1 : 1)),
    0,
  )
  return [
    ['style', styleNumber],
    ['styleName', name],
  ]
}

function publicationValues(brand: Brand): [string, string][] {
  const newest = publicationAt(brand, brand.profile.snapshots)
  const before = publicationAt(brand, brand.profile.snapshots - 1)
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return [
    ['newestSnapshot', newest.snapshotId],
    ['newestDay', dayOf(newest.completedAt)],
    ['earlierSnapshot', before.snapshotId],
    ['earlierDay', dayOf(before.completedAt)],
  ]
}

/** The SKU of the first row that changed between the two newest snapshots. */
function changeValues(brand: Brand): [string, string][] {
  const number = brand.profile.snapshots
  const idOf = (type: 'style' | 'sku', recordId: string) => canonicalId(brand.organization, type, { ...PLM, recordId })
  const [first] = Array.from({ length: brand.profile.styles }, (_, index) => styleAt(brand, index))
    .filter((style) => lastTouched(brand, style, number) === number)
    .sort((a, b) => (idOf('style', styleId(a.index)) < idOf('style', styleId(b.index)) ? -1 : 1))
  if (!first) throw new Error('No style of the demo changed in its newest snapshot')
  const before = new Set(styleRows(brand, first, number - 1).map((row) => JSON.stringify(row)))
  const changed = styleRows(brand, first, number).filter((row) => !before.has(JSON.stringify(row)))
  const [changedSku = ''] = changed.map(({ skuRecordId }) => idOf('sku', skuRecordId)).sort()
  return [['changedSku', changedSku]]
}
