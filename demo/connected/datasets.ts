import type { Brand } from '../brand.ts'
import type { RecordData } from '../event.ts'
import { fieldsOf } from './dataset-fields.ts'
import { INSTANCE, type SystemRecord } from './systems/system-record.ts'

type DatasetData = RecordData<'dataset'>

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** How often a dataset is loaded, and how long it may be behind; in seconds. */
type Rhythm = readonly [interval: number, warn: number, error: number]
const nightly: Rhythm = [DAY, 26 * HOUR, 50 * HOUR]
const hourly: Rhythm = [HOUR, 2 * HOUR, 6 * HOUR]
const steady: Rhythm = [15 * MINUTE, 30 * MINUTE, 2 * HOUR]
const weekly: Rhythm = [7 * DAY, 8 * DAY, 15 * DAY]

/** `id name domain`, the grain, the kinds of its records, its fields. */
type Entry = readonly [id: string, name: string, domain: string, grain: string, kinds: string, fields: string]

const table: readonly (readonly [
  Rhythm,
  NonNullable<DatasetData['loadMode']>,
  steward: string,
  ...entries: Entry[],
])[] = [
  [
    nightly,
    'incremental',
    'Product data team',
    ['plm.styles', 'Styles', 'product', 'styleNumber', 'style', 'styleNumber, name, season, lifecycleState'],
    ['plm.skus', 'SKUs', 'product', 'skuCode', 'sku', 'skuCode, styleNumber, gtin?, sizeCode'],
    [
      'plm.materials',
      'Materials',
      'product',
      'materialNumber',
      'material',
      'materialNumber, name, baseUom, lifecycleState',
    ],
    ['plm.suppliers', 'Suppliers', 'sourcing', 'supplierCode', 'supplier', 'supplierCode, name, countryCode?'],
  ],
  [
    nightly,
    'full_replace',
    'Product data team',
    [
      'plm.bom',
      'Bills of material',
      'product',
      'style,bomLineRef',
      'bom',
      'style, bomLineRef?, material, netYield decimal, uom',
    ],
  ],
  [
    nightly,
    'incremental',
    'Purchasing systems',
    [
      ...(['erp.item_master', 'Item master', 'purchasing', 'ITEM_NO', 'source_record'] as const),
      'ITEM_DESC, BASE_UNIT, STD_COST! decimal, VENDOR_NO integer, STATUS, SHELF_LIFE? integer, BUYER_CONTACT_NAME@, BUYER_EMAIL@',
    ],
    ['erp.vendors', 'Vendors', 'purchasing', 'VENDOR_NO', 'source_record', 'VENDOR_NO, NAME, CONTACT@, BANK_ACCOUNT!'],
  ],
  [
    hourly,
    'incremental',
    'Purchasing systems',
    [
      ...(['erp.material_stock', 'Material stock at factories', 'inventory', 'item,site', 'position'] as const),
      'ITEM_NO, SITE, ON_HAND decimal, HOLD decimal, RESERVED decimal, IN_TRANSIT decimal, ON_ORDER decimal, UNIT, STD_COST! decimal',
    ],
    [
      'erp.purchase_orders',
      'Purchase order lines',
      'purchasing',
      'PO_LINE',
      'purchase_order',
      'PO_LINE, ITEM_NO, QTY decimal, UNIT',
    ],
    [
      'erp.requirements',
      'Open production',
      'production',
      'ORDER_LINE',
      'requirement',
      'ORDER_LINE, STYLE, SITE, UNITS integer, DUE date',
    ],
  ],
  [
    steady,
    'event',
    'Warehouse operations',
    [
      'wms.material_stock',
      'Material stock by lot',
      'inventory',
      'item,site,lot',
      'position',
      'sku, site, lot, quantity decimal',
    ],
    ['wms.items', 'Warehouse items', 'inventory', 'sku', 'source_record', 'name, aisle, lot_tracked boolean'],
  ],
  [
    weekly,
    'file',
    'Factory relations',
    [
      ...(['factory_portal.stock_reports', 'Stock reports of factories', 'inventory'] as const),
      ...(['item,factory,reportDate', 'position', 'material, factory, counted decimal, unit, reported_by@'] as const),
    ],
    [
      'factory_portal.factories',
      'Factory profiles',
      'sourcing',
      'code',
      'source_record',
      'name, sewing_lines integer, store',
    ],
    [
      ...([
        'facility_registry.facilities',
        'Registered facilities',
        'sourcing',
        'facility_id',
        'source_record',
      ] as const),
      'facility_name, country, processing_types, sourcing_models, workers integer',
    ],
    [
      'supplier_portal.shipments',
      'Shipments of suppliers',
      'logistics',
      'shipment,line',
      'shipment',
      'shipment, line, quantity decimal',
    ],
  ],
]

/** All datasets of a brand, as their systems describe them. */
export const datasets: readonly DatasetData[] = table.flatMap(([rhythm, loadMode, steward, ...entries]) =>
  entries.map(([datasetId, name, domain, grain, kinds, fields]): DatasetData => {
    const [expectedIntervalSeconds, warnAfterSeconds, errorAfterSeconds] = rhythm
    return {
      datasetId,
      name,
      description: null,
      domain,
      sourceSystem: datasetId.slice(0, datasetId.indexOf('.')),
      instance: INSTANCE,
      steward,
      grain: grain.split(','),
      recordKinds: [kinds],
      loadMode,
      expectedIntervalSeconds,
      warnAfterSeconds,
      errorAfterSeconds,
      lifecycle: 'active',
      schemaVersion: '1',
      fields: fieldsOf(fields),
    }
  }),
)

/** The records of the datasets, each from its own system. */
export function datasetRecords({ clock }: Brand): SystemRecord<'dataset'>[] {
  return datasets.map((data, place) => {
    const { sourceSystem: system, datasetId: subject } = data
    return { kind: 'dataset', system, subject, changedAt: clock - (100 + place) * DAY * 1000, data }
  })
}
