import type { TestBom } from '../bom/bom-events.ts'
import type { SourceEvent } from '../events/source-event.ts'

/** Events about few materials and factories that cause nearly every exception code, and change owners of codes. */
type Data = Record<string, unknown>

const timeOf = (version: number, day = 1) => new Date(Date.UTC(2026, 2, day, 0, version)).toISOString()

/** An event with a day that no other record has, so that a time identifies the record that it comes from. */
function eventOf(kind: SourceEvent['kind'], recordId: string, version: number, data: Data | null, system = 'plm') {
  const day = 1 + ([...`${kind}${recordId}${system}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 97)
  return { kind, recordId, version, time: timeOf(version, day), data, system }
}

const code = (kind: string, value: string, system = 'erp') => ({ system, instance: 'main', kind, value })
const items = (...values: string[]) => values.map((value) => code('item', value))

export function material(number: string, version: number, references: Data[], fields: Data = {}) {
  const own = { materialNumber: number, name: `${number} cloth`, baseUom: 'MTR', lifecycleState: 'approved' }
  return eventOf('material', `M-${number}`, version, { ...own, references, ...fields })
}

function supplier(number: string, version: number, facilities: string[]) {
  const references = facilities.map((value) => code('facility_id', value))
  return eventOf('supplier', `V-${number}`, version, {
    supplierCode: number,
    name: `${number} Ltd`,
    lifecycleState: 'approved',
    references,
  })
}

const style = (number: string, version: number, lifecycleState: string) =>
  eventOf('style', `S-${number}`, version, { styleNumber: number, name: number, lifecycleState })

const sku = (styleNumber: string, number: string) =>
  eventOf('sku', `K-${number}`, 1, {
    skuCode: number,
    lifecycleState: 'active',
    style: { recordId: `S-${styleNumber}` },
  })

function link(id: string, version: number, type: string, from: string, to: string, properties: Data = {}) {
  const types = type === 'SUPPLIED_BY' ? ['material', 'supplier'] : ['style', 'supplier']
  const ends = { from: { type: types[0], recordId: from }, to: { type: types[1], recordId: to } }
  return eventOf('link', id, version, { type, ...ends, properties })
}

export function record(
  kind: string,
  subject: string,
  version: number,
  references: Data[],
  system = 'erp',
  fields: Data = {},
) {
  const data = { kind, datasetId: `${system}.master`, references, fields: [], ...fields }
  return eventOf('source_record', subject, version, data, system)
}

export function position(subject: string, version: number, item: string, factory: Data, fields: Data, system = 'erp') {
  const data = { material: { kind: 'item', value: item }, factory, uom: 'MTR', asOf: timeOf(0), ...fields }
  return eventOf('position', subject, version, { datasetId: `${system}.material_stock`, ...data }, system)
}

const requirement = (id: string, version: number, data: Data) => eventOf('requirement', id, version, data, 'erp')
const inPlm = (recordId: string) => ({ system: 'plm', instance: 'main', recordId })
export const at = (value: string) => ({ kind: 'facility_id', value })
export const site = (value: string) => ({ system: 'erp', kind: 'site', value })
export const gone = (kind: SourceEvent['kind'], recordId: string, version: number, system = 'plm') =>
  eventOf(kind, recordId, version, null, system)

export function dataset(version: number, lifecycle: string) {
  const data = { datasetId: 'erp.material_stock', name: 'Stock', sourceSystem: 'erp', instance: 'main', lifecycle }
  return eventOf('dataset', 'erp.material_stock', version, { ...data, loadMode: 'incremental' }, 'erp')
}

/** A supplier and an article number that are not the nominated ones. */
const anotherSource = { supplier: { kind: 'vendor', value: 'X' }, mpn: 'HV-9' }

export const events: SourceEvent[] = [
  material('MT-1', 1, items('I-1', 'I-X')),
  material('MT-1', 2, items('I-1')),
  material('MT-2', 1, items('I-2')),
  material('MT-2', 2, items('I-2', 'I-X')),
  material('MT-3', 1, items('I-3')),
  material('MT-3', 2, items('I-3'), { lifecycleState: 'discontinued' }),
  material('MT-4', 1, items('I-4'), { baseUom: 'KGM' }),
  material('MT-5', 1, items('I-5', 'I-2')),
  material('MT-6', 1, items('I-6')),
  gone('material', 'M-MT-6', 2),
  { ...material('MT-7', 1, items('I-7')), system: 'erp' },
  ...[supplier('SUP-1', 1, ['FA-1']), supplier('SUP-2', 1, ['FA-1']), supplier('SUP-2', 2, ['FA-2'])],
  supplier('SUP-3', 1, []),
  ...[style('QM-1', 1, 'production'), style('QM-2', 1, 'concept'), style('QM-2', 2, 'adopted')],
  ...[sku('QM-1', 'QM-1-M'), sku('QM-1', 'QM-1-L'), sku('QM-2', 'QM-2-M')],
  link('L-1', 1, 'SUPPLIED_BY', 'M-MT-1', 'V-SUP-3', { isNominated: true, mpn: 'HV-1' }),
  ...[link('L-2', 1, 'PRODUCED_BY', 'S-QM-1', 'V-SUP-1'), link('L-3', 1, 'PRODUCED_BY', 'S-QM-2', 'V-SUP-2')],
  ...[link('L-4', 1, 'PRODUCED_BY', 'S-QM-2', 'V-SUP-1'), gone('link', 'L-4', 2)],
  ...[dataset(1, 'paused'), dataset(2, 'active')],

  record('material', 'item_master:I-1', 1, items('I-1')),
  record('material', 'item_master:I-1B', 1, items('I-1')),
  record('material', 'item_master:I-5', 1, items('I-5')),
  record('material', 'item_master:I-5B', 1, items('I-5'), 'erp', { deletedInSource: true }),
  record('material', 'article:W-2', 1, items('I-2'), 'wms'),
  record('material', 'item_master:I-6', 1, items('I-6')),
  record('factory', 'vendor_site:FS-1', 1, [code('site', 'S1'), code('facility_id', 'FA-1')]),
  record('factory', 'vendor_site:FS-2', 1, [code('site', 'S2'), code('facility_id', 'FA-1')]),
  record('factory', 'vendor_site:FS-2', 2, [code('site', 'S2'), code('facility_id', 'FA-2')]),
  record('factory', 'vendor_site:FS-3', 1, [code('site', 'S3')]),
  record('factory', 'vendor_site:FS-4', 1, [code('site', 'S4')]),
  gone('source_record', 'vendor_site:FS-4', 2, 'erp'),

  position('p-1', 1, 'I-1', at('FA-1'), { onHand: '100', required: '1', ...anotherSource }),
  position('p-1', 2, 'I-1', at('FA-1'), { onHand: '50', required: '210', ...anotherSource }),
  position('p-1', 1, 'I-1', at('FA-1'), { onHand: '-4', allocated: '2' }, 'wms'),
  position('p-2', 1, 'I-X', at('FA-1'), { onHand: '7', asOf: timeOf(0) }),
  position('p-3', 1, 'I-3', site('S2'), { onHand: '5', onOrder: '5', required: '40' }),
  position('p-4', 1, 'I-4', site('S1'), { onHand: '9', uom: 'MTR' }, 'factory_portal'),
  position('p-5', 1, 'I-2', at('FA-2'), { onHand: '9' }),
  position('p-6', 1, 'I-6', at('FA-1'), { onHand: '9' }),
  position('p-7', 1, 'I-7', site('S3'), { onHand: '9', allocated: '10' }),
  position('p-8', 1, 'I-1', site('S4'), { onHand: '9', uom: 'YRD' }),
  position('p-9', 1, 'I-1', at('FA-2'), { onHand: '0', qualityHold: '1', inTransit: '0', onOrder: '0', required: '0' }),
  position('p-10', 1, 'I-5', at('FA-1'), { onHand: '-1' }),
  gone('position', 'p-10', 2, 'erp'),
  position('p-11', 1, 'I-5', at('FA-1'), { onHand: '-1' }),
  position('p-11', 2, 'I-5', at('FA-2'), { onHand: '1' }),

  requirement('r-1', 1, { style: inPlm('S-QM-1'), factory: at('FA-1'), units: 10 }),
  requirement('r-2', 1, { sku: inPlm('K-QM-1-M'), factory: site('S1'), units: 70 }),
  requirement('r-3', 1, { style: inPlm('S-QM-2'), factory: site('S2'), units: 20 }),
  requirement('r-4', 1, { style: inPlm('S-QM-2'), factory: at('FA-2'), units: 9 }),
  gone('requirement', 'r-4', 2, 'erp'),

  // Events that repeat earlier ones, unchanged or with a change that matters to no exception.
  material('MT-1', 3, items('I-1'), { name: 'MT-1 poplin' }),
  position('p-1', 2, 'I-1', at('FA-1'), { onHand: '-4', allocated: '2', asOf: timeOf(1) }, 'wms'),
  position('p-4', 2, 'I-4', site('S1'), { onHand: '9', uom: 'MTR' }, 'factory_portal'),
  requirement('r-1', 2, { style: inPlm('S-QM-1'), factory: at('FA-1'), units: 10 }),
  record('material', 'item_master:I-1', 2, items('I-1', 'I-1X')),
  link('L-1', 2, 'SUPPLIED_BY', 'M-MT-1', 'V-SUP-3', { isNominated: true, mpn: 'HV-1', moq: '5' }),
  style('QM-1', 2, 'production'),
]

/** Two publications, of which the second is the newest snapshot. Each yield has a waste allowance of 5 %. */
export const boms: TestBom[] = [
  {
    'QM-1': [{ ref: 'L-1', material: 'MT-1', yields: { 'QM-1-M': '9', 'QM-1-L': '9' } }],
    'QM-2': [{ ref: 'L-1', material: 'MT-5', yields: { 'QM-2-M': '1' } }],
  },
  {
    'QM-1': [
      { ref: 'L-1', material: 'MT-1', yields: { 'QM-1-M': '2', 'QM-1-L': '4' } },
      { ref: 'L-2', material: 'MT-4', uom: 'KGM', yields: { 'QM-1-M': '1' } },
      { ref: 'L-3', material: 'MT-2', yields: { 'QM-1-L': '1' } },
    ],
    'QM-2': [{ ref: 'L-1', material: 'MT-3', yields: { 'QM-2-M': '2' } }],
  },
]

const keyOf = ({ kind, system, recordId }: SourceEvent) => `${kind}/${system}/${recordId}`

/** Reorders events so that those of each record are in their original order, as in Kafka. */
export function keptInOrder(order: readonly SourceEvent[]): SourceEvent[] {
  const own = new Map(
    [...Map.groupBy(order, keyOf)].map(([key, ofKey]) => [key, ofKey.toSorted((a, b) => a.version - b.version)]),
  )
  return order.flatMap((event) => own.get(keyOf(event))?.shift() ?? [])
}
