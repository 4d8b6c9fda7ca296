import type { Brand } from '../../brand.ts'
import { PLM, type RecordData } from '../../event.ts'
import { materialAt, materialKind } from '../../graph/materials/material.ts'
import { supplierCurrency } from '../../graph/suppliers/supplier.ts'
import { at, oneOf } from '../../graph/values/choose.ts'
import { decimal, ONE } from '../../graph/values/decimal.ts'
import { below, between, type Hash, hashAt } from '../../graph/values/hash.ts'
import { invented } from '../../graph/values/words.ts'
import { sourcesOf } from '../../sources.ts'
import { itemCode, itemNumber } from './position-record.ts'
import { INSTANCE, type SystemRecord } from './system-record.ts'

/** An item of the ERP: `sites` are those at which it is blocked. */
export type Item = {
  readonly number: string
  readonly hash: Hash
  readonly description: string
  readonly uom: string
  readonly currency: string
  readonly vendor: string | null
  readonly sites: readonly string[]
  /** Codes of others that the item carries. */
  readonly others: readonly { readonly system: string; readonly kind: string; readonly value: string }[]
}

export const itemHash = (brand: Brand, material: number): Hash =>
  hashAt(hashAt(brand.roots.position, 3_000_000), material)

/** The ERP's item of a material of the PLM; every second one also carries the PLM's number. */
export function itemOf(brand: Brand, material: number, sites: readonly string[] = []): Item {
  const { data } = materialAt(brand, material)
  const supplier = at(sourcesOf(brand, material), 0)
  const plmNumber = { system: PLM.system, kind: 'material_number', value: data.materialNumber }
  return {
    number: itemNumber(material),
    hash: itemHash(brand, material),
    description: data.name.toUpperCase().slice(0, 40),
    uom: materialKind(brand, material).baseUom,
    currency: supplierCurrency(brand, supplier),
    vendor: `${100_000 + supplier}`,
    sites,
    others: material % 2 === 0 ? [plmNumber] : [],
  }
}

/**
 * The ERP's record of an item. Its raw form holds what no reader may see: a buyer's name and address, and the key of an
 * interface, all of them invented.
 */
export function itemRecord(brand: Brand, item: Item): SystemRecord<'source_record'> {
  const { number, hash, description, uom, currency, vendor } = item
  const changedAt = brand.clock - 1000 * between(hash, 'itemChanged', 3_600, 200 * 86_400)
  const cost = decimal(between(hash, 'itemCost', 4, 1_200) * (ONE / 100))
  const status = oneOf(['released', 'released', 'released', 'in review'], hash, 'itemStatus')
  const buyer = invented(below(hash, 'buyer', 9_600))
  return sourceRecord('erp', `item_master:${number}`, changedAt, {
    datasetId: 'erp.item_master',
    references: [
      { ...itemCode(number), instance: INSTANCE },
      ...item.others.map((code) => ({ ...code, instance: INSTANCE })),
    ],
    fields: [
      { name: 'name', sourceField: 'ITEM_DESC', value: description, unit: null },
      { name: 'baseUom', sourceField: 'BASE_UNIT', value: uom, unit: null },
      { name: 'standardCost', sourceField: 'STD_COST', value: cost, unit: currency },
      { name: 'supplierCode', sourceField: 'VENDOR_NO', value: vendor, unit: null },
      { name: 'itemStatus', sourceField: 'STATUS', value: status, unit: null },
      // Newer than what the dataset declares, which is how a schema drifts.
      { name: 'carbonClass', sourceField: 'CARBON_CLASS', value: oneOf(['A', 'B', 'C'], hash, 'carbon'), unit: null },
    ],
    raw: {
      ITEM_NO: number,
      ITEM_DESC: description,
      BASE_UNIT: uom,
      STD_COST: cost,
      CURRENCY: currency,
      VENDOR_NO: vendor,
      STATUS: status,
      BLOCKED_SITES: item.sites,
      BUYER_CONTACT_NAME: `${buyer} Example`,
      BUYER_EMAIL: `${buyer.toLowerCase()}@example.invalid`,
      BUYER_PHONE: '+00 000 555 0100',
      INTERFACE: { USER: 'loader', PASSWORD: 'not-a-real-password', API_KEY: `not-a-real-key-${number}` },
    },
  })
}

/** The warehouse's record of a material, by the ERP's number; by two of them it could be either. */
export function wmsRecord(
  brand: Brand,
  material: number,
  others: readonly number[] = [],
): SystemRecord<'source_record'> {
  const hash = itemHash(brand, material)
  const { data } = materialAt(brand, material)
  const number = `W-${`${material + 1}`.padStart(5, '0')}`
  const changedAt = brand.clock - 1000 * between(hash, 'wmsChanged', 900, 90 * 86_400)
  const name = data.name.slice(0, 24)
  const aisle = `${between(hash, 'aisle', 1, 40)}-${between(hash, 'bay', 1, 20)}`
  const codes = [material, ...others].map((one) => ({ ...itemCode(itemNumber(one)), instance: INSTANCE }))
  return sourceRecord('wms', `item:${number}`, changedAt, {
    datasetId: 'wms.items',
    references: [{ system: 'wms', instance: INSTANCE, kind: 'item_code', value: number }, ...codes],
    fields: [
      { name: 'name', sourceField: 'name', value: name, unit: null },
      { name: 'storageLocation', sourceField: 'aisle', value: aisle, unit: null },
      { name: 'isLotTracked', sourceField: 'lot_tracked', value: material % 3 !== 0, unit: null },
    ],
    raw: { sku: number, name, aisle, lot_tracked: material % 3 !== 0, scanner_token: `not-a-real-token-${material}` },
  })
}

type Content = Pick<RecordData<'source_record'>, 'datasetId' | 'references' | 'fields' | 'raw'>

function sourceRecord(
  system: string,
  subject: string,
  changedAt: number,
  content: Content,
): SystemRecord<'source_record'> {
  const sourceUpdatedAt = new Date(changedAt - 30_000).toISOString()
  const extractedAt = new Date(changedAt).toISOString()
  const data = { kind: 'material', sourceUpdatedAt, extractedAt, ...content, deletedInSource: false } as const
  return { kind: 'source_record', system, subject, changedAt, data }
}
