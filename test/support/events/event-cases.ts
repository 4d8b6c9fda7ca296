const style = { styleNumber: 'S-1', name: 'Shirt', lifecycleState: 'adopted' }
const sku = { skuCode: 'S-1-NVY-M', lifecycleState: 'active', style: { recordId: 'S-1' } }
const material = { materialNumber: 'M-1', name: 'Poplin', lifecycleState: 'approved' }
const supplier = { supplierCode: 'V-1', name: 'Mill', lifecycleState: 'approved' }
const ends = { from: { type: 'material', recordId: 'M-1' }, to: { type: 'supplier', recordId: 'V-1' } }
const link = { type: 'SUPPLIED_BY', ...ends }
const code = { system: 'erp', instance: 'main', kind: 'item', value: '1' }

function event(kind: string, data: object, envelope: object = {}) {
  const source = { specversion: '1.0', id: 'e-1', source: '/plm/main', subject: 'R-1', time: '2027-03-14T02:10:00Z' }
  const type = `tenantdata.${kind}`
  return { ...source, type, tenantid: 'quillmere', sourceversion: '42', data, ...envelope }
}

function without(whole: object, name: string): object {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
}

const snapshotId = '01JPQ8Z5T0V6M3C1K9W2R7X4YB'
const bomYield = { sku: 'S-1-NVY-M', netYield: '1.250', wastagePercent: '5' }
const bomLine = {
  lineNumber: 10,
  material: { recordId: 'M-1', materialNumber: 'MT-01022' },
  uom: 'MTR',
  wastageBasis: 'on_net',
  yieldStage: 'bulk',
  yields: [bomYield],
}
const bomStyle = {
  style: { recordId: 'S-1', styleNumber: 'QM27-0412' },
  skus: [{ recordId: 'K-1', skuCode: 'S-1-NVY-M' }],
  lines: [bomLine],
}
const counts = { styleCount: 1, skuCount: 1, lineCount: 1, rowCount: 1 }
const bom = (action: string, data: object, envelope: object = {}) =>
  event(`bom.${action}.v1`, { snapshotId, ...data }, { subject: snapshotId, ...envelope })
const onBomStyle = (data: object) => bom('style', { ...bomStyle, ...data })
const onBomLine = (data: object) => onBomStyle({ lines: [{ ...bomLine, ...data }] })
const onBomYield = (data: object) => onBomLine({ yields: [{ ...bomYield, ...data }] })

const record = { kind: 'material', references: [{ kind: 'material_number', value: 'MT-1' }], raw: { a: [1] } }
const itemField = { name: 'name', sourceField: 'MAKTX', value: 'Poplin' }
const dataset = {
  datasetId: 'erp.material_stock',
  name: 'Stock',
  sourceSystem: 'erp',
  instance: 'main',
  loadMode: 'event',
  lifecycle: 'active',
}
const load = { datasetId: 'erp.material_stock', status: 'started', startedAt: '2027-03-14T02:10:00Z' }
const requirement = { style: { recordId: 'S-1' }, factory: { kind: 'facility_id', value: 'FA-1' }, units: 10 }
const position = {
  material: { kind: 'material_number', value: 'MT-1' },
  factory: { kind: 'facility_id', value: 'FA-1' },
  asOf: '2027-03-14T03:10:00+01:00',
  uom: 'MTR',
}
const onRecord = (data: object, subject = 'item_master:I-1') =>
  event('source_record.upserted.v1', { ...record, ...data }, { subject })
const onDataset = (data: object, subject = 'erp.material_stock') =>
  event('dataset.upserted.v1', { ...dataset, ...data }, { subject })
const onLoad = (data: object) => event('dataset_load.upserted.v1', { ...load, ...data })
const onRequirement = (data: object) => event('requirement.upserted.v1', { ...requirement, ...data })
const onPosition = (data: object) => event('position.upserted.v1', { ...position, ...data })

const styleEvent = event('style.upserted.v1', style)
const onEnvelope = (envelope: object) => ({ ...styleEvent, ...envelope })
const onStyle = (data: object) => event('style.upserted.v1', { ...style, ...data })
const onMaterial = (data: object) => event('material.upserted.v1', { ...material, ...data })
const onSku = (data: object) => event('sku.upserted.v1', { ...sku, ...data })
const onLink = (data: object) => event('link.upserted.v1', { ...link, ...data })

/** Events that the schemas and the decoder accept, by their special feature. */
export const accepted: Record<string, { type: string }> = {
  'a style': styleEvent,
  'a sku': event('sku.upserted.v1', sku),
  'a material': event('material.upserted.v1', material),
  'a supplier': event('supplier.upserted.v1', supplier),
  'a link without properties': event('link.upserted.v1', link),
  'a deletion': event('style.deleted.v1', {}),
  'a deletion of a link': event('link.deleted.v1', {}),
  'an offset and no fraction in the time': onEnvelope({ time: '2027-03-14T03:10:00+01:00' }),
  'a media type': onEnvelope({ datacontenttype: 'application/json' }),
  'no media type': onEnvelope({ datacontenttype: null }),
  'a media type with its charset': onEnvelope({ datacontenttype: 'application/json; charset=utf-8' }),
  'a media type of JSON with a name of its own': onEnvelope({ datacontenttype: 'application/vnd.quillmere.v1+json' }),
  'nine decimals of a second': onEnvelope({ time: '2027-03-14T03:10:00.123456789+01:00' }),
  'lower-case letters in the time': onEnvelope({ time: '2027-03-14t02:10:00z' }),
  'a leap second': onEnvelope({ time: '2016-12-31T23:59:60Z' }),
  'three equal fibres': onMaterial({
    composition: ['cotton', 'linen', 'silk'].map((fibre) => ({ fibre, percent: '33.33' })),
  }),
  'eighteen decimals, of which sixteen say nothing': onMaterial({ widthCm: '1.250000000000000000' }),
  'other codes of a piece': onMaterial({ baseUom: 'H87', purchaseUom: 'PCE' }),
  'units of volume, and those of packages': onMaterial({ baseUom: 'MLT', purchaseUom: 'CON' }),
  'a country that ISO has not assigned and all know': onMaterial({ countryOfOrigin: 'XK' }),
  'a padded code': onMaterial({ materialNumber: 'MT-1    ' }),
  'an owner of itself': onLink({
    type: 'OWNED_BY',
    from: { type: 'supplier', recordId: 'V-1' },
    to: { type: 'supplier', recordId: 'V-1' },
  }),
  'a yield and a percentage with zeros beyond their places': onBomYield({
    netYield: '1.250000000000000000',
    wastagePercent: '5.000000000000000000',
  }),
  'an unknown attribute': onEnvelope({ traceparent: '00-1-2-3' }),
  'an unknown field of the data': onStyle({ fabricStory: 'blue' }),
  'null for a field that may be null': onStyle({ season: null, targetCost: null }),
  'a decimal with trailing zeros': onStyle({ targetCost: { amount: '4.50', currency: 'EUR' } }),
  'the old code of a unit': onMaterial({ baseUom: 'C62' }),
  'a unit': onMaterial({ purchaseUom: 'MTR' }),
  'fibres that sum to 100': onMaterial({ composition: [{ fibre: 'cotton', percent: '100.0' }] }),
  'a reference to another system': onSku({ style: { system: 'pim', instance: 'eu', recordId: '9' } }),
  'an earlier identity': onSku({ canonicalOf: { system: 'old', instance: 'eu', recordId: '9' } }),
  'codes of other systems': onMaterial({ references: [code] }),
  'properties that are null': onLink({ properties: null }),
  'properties of the type': onLink({ properties: { mpn: 'X', price: { amount: '1', currency: 'USD' } } }),
  'a price for a unit': onLink({ properties: { price: { amount: '1', currency: 'USD' }, priceUom: 'YRD' } }),
  'a label of 500 characters outside the basic plane': onStyle({ name: '𝕏'.repeat(500) }),
  'a source record': onRecord({}),
  'a source record with colons in its id': onRecord({}, 'item_master:A:1'),
  'a source record with all that it may have': onRecord({
    datasetId: 'erp.item_master',
    sourceUpdatedAt: '2027-03-14T02:10:00Z',
    extractedAt: null,
    raw: null,
    references: [code, { system: 'plm', kind: 'material_number', value: 'MT-1' }],
    fields: [itemField, { name: 'weight', value: '12.50', unit: 'GSM' }, { name: 'finishes', value: ['soft'] }],
    deletedInSource: true,
  }),
  'a factory': onRecord({ kind: 'factory', fields: [{ name: 'capabilities', value: ['cutting'] }] }),
  'the largest raw record': onRecord({ raw: 'x'.repeat(64 * 1024 - 2) }),
  'a deletion of a source record': event('source_record.deleted.v1', {}, { subject: 'item_master:I-1' }),
  'a dataset': onDataset({}),
  'a dataset with fields': onDataset({
    grain: ['item'],
    warnAfterSeconds: 60,
    fields: [{ name: 'MATNR', type: 'text', nullable: false, classification: 'internal' }],
  }),
  'the start of a load': onLoad({}),
  'the end of a load': onLoad({ status: 'succeeded', endedAt: '2027-03-14T02:11:00Z', rowsRead: 3 }),
  'a requirement of a style': onRequirement({}),
  'a requirement of a SKU by its code': onRequirement({ style: undefined, sku: { kind: 'sku_code', value: 'K' } }),
  'a position': onPosition({}),
  'a position by ids': onPosition({
    material: { system: 'plm', instance: 'main', recordId: 'M-1' },
    factory: { recordId: 'FA-1' },
    supplier: { system: 'erp', kind: 'vendor', value: '7' },
  }),
  'a position in the old code of a unit': onPosition({ uom: 'C62', onHand: '-1.50' }),
  'the start of a publication': bom('started', { effectiveAt: '2027-03-14T00:00:00+01:00' }),
  'the end of one, without a hash': bom('completed', counts),
  'the end of one, with a hash': bom('completed', { ...counts, contentHash: `sha256sum:${'0a'.repeat(32)}` }),
  'the end of one that is given up': bom('aborted', { reason: null }),
  'a style of a BOM': onBomStyle({}),
  'a part of a style': onBomStyle({ part: 2, parts: 3, bomRevision: '7' }),
  'a style without lines': onBomStyle({ lines: [] }),
  'a line with all that it may have': onBomLine({
    bomLineRef: 'L-10',
    section: 'fabric',
    placement: 'front body',
    materialColorCode: 'NVY',
    mpn: 'HV-2204',
    supplier: { system: 'erp', instance: 'main', recordId: 'V-1', supplierCode: 'SUP-1' },
    yieldPerUnits: 12,
    isPrimary: true,
  }),
  'a line in the old code of a unit': onBomLine({ uom: 'C62' }),
  'a material of the old code of a unit': onBomLine({ material: { ...bomLine.material, baseUom: 'C62' } }),
  'a line without a supplier': onBomLine({ supplier: null, mpn: null }),
  'a gross yield': onBomLine({
    wastageBasis: 'on_gross',
    yields: [{ ...without(bomYield, 'netYield'), grossYield: '1' }],
  }),
}

/** Events that both the schemas and the decoder reject, by their error. */
export const refused: Record<string, { type: string }> = {
  'another version of CloudEvents': onEnvelope({ specversion: '0.3' }),
  'a source without an instance': onEnvelope({ source: '/plm' }),
  'a source in upper case': onEnvelope({ source: '/PLM/main' }),
  'an empty subject': onEnvelope({ subject: '' }),
  'a time without an offset': onEnvelope({ time: '2027-03-14T02:10:00' }),
  'a day that does not exist': onEnvelope({ time: '2027-02-30T02:10:00Z' }),
  'another media type': onEnvelope({ datacontenttype: 'text/plain' }),
  'a media type that only begins like JSON': onEnvelope({ datacontenttype: 'application/jsonp' }),
  'the hour 24': onEnvelope({ time: '2027-03-14T24:00:00Z' }),
  'ten decimals of a second': onEnvelope({ time: '2027-03-14T02:10:00.1234567890Z' }),
  'a time before 1900': onEnvelope({ time: '1899-12-31T23:59:59Z' }),
  'a time of the last year': onEnvelope({ time: '9999-01-01T00:00:00Z' }),
  'a second 60 that is no leap second': onEnvelope({ time: '2016-12-31T12:00:60Z' }),
  'an organization in upper case': onEnvelope({ tenantid: 'Quillmere' }),
  'a version that is a number': onEnvelope({ sourceversion: 42 }),
  'a version with a leading zero': onEnvelope({ sourceversion: '042' }),
  'data that is a list': onEnvelope({ data: [] }),
  'no data': { ...without(styleEvent, 'data'), type: styleEvent.type },
  'no style number': event('style.upserted.v1', without(style, 'styleNumber')),
  'null for a field that must be there': onStyle({ name: null }),
  'a state of another type': onStyle({ lifecycleState: 'approved' }),
  'money as a number': onStyle({ targetCost: { amount: 4.5, currency: 'EUR' } }),
  'an exponent': onStyle({ targetCost: { amount: '1e3', currency: 'EUR' } }),
  'a currency in lower case': onStyle({ targetCost: { amount: '1', currency: 'eur' } }),
  'a name of 501 characters': onStyle({ name: 'x'.repeat(501) }),
  'an unknown unit': onMaterial({ baseUom: 'FURLONG' }),
  'a GTIN of nine digits': onSku({ gtin: '123456789' }),
  'a date with a time': onSku({ launchDate: '2027-03-14T00:00:00Z' }),
  'a sku without a style': event('sku.upserted.v1', without(sku, 'style')),
  'a system without its instance': onSku({ style: { system: 'pim', recordId: '9' } }),
  'an instance without its system': onLink({ from: { type: 'material', instance: 'eu', recordId: '9' } }),
  'a code without a kind': onMaterial({ references: [without(code, 'kind')] }),
  'a tier of 5': event('supplier.upserted.v1', { ...supplier, tier: 5 }),
  'a link of a derived type': onLink({ type: 'HAS_SKU' }),
  'a link between other types': onLink({ to: { type: 'style', recordId: 'S-1' } }),
  'a link without an end': event('link.upserted.v1', without(link, 'to')),
  'a source record of another kind': onRecord({ kind: 'colour' }),
  'a code of a source record without a value': onRecord({ references: [{ kind: 'item' }] }),
  'a code with an instance and no system': onRecord({ references: [{ instance: 'main', kind: 'item', value: '1' }] }),
  'a field whose value is a number': onRecord({ fields: [{ ...itemField, value: 1 }] }),
  'a field without a name': onRecord({ fields: [without(itemField, 'name')] }),
  'a dataset without a name': onDataset({ name: null }),
  'a dataset of another load mode': onDataset({ loadMode: 'sometimes' }),
  'a threshold of 0 s': onDataset({ warnAfterSeconds: 0 }),
  'a load of another status': onLoad({ status: 'paused' }),
  'a load without its start': onLoad({ startedAt: null }),
  'a requirement without a factory': onRequirement({ factory: null }),
  'half a unit': onRequirement({ units: 0.5 }),
  'a position without a unit': onPosition({ uom: null }),
  'a position of a material without a value': onPosition({ material: { kind: 'material_number' } }),
  'a quantity as a number': onPosition({ onHand: 1 }),
  'a quantity with an exponent': onPosition({ onHand: '1e3' }),
  'an unknown owner': onPosition({ ownership: 'nobody' }),
  'a snapshot id that overflows': bom(
    'aborted',
    { snapshotId: `8${snapshotId.slice(1)}` },
    { subject: `8${snapshotId.slice(1)}` },
  ),
  'a publication without the day of its effect': bom('started', {}),
  'an end without a count': bom('completed', without(counts, 'rowCount')),
  'a count below 0': bom('completed', { ...counts, rowCount: -1 }),
  'a hash of another kind': bom('completed', { ...counts, contentHash: `sha256:${'0a'.repeat(32)}` }),
  'a style of a BOM without its number': onBomStyle({ style: { recordId: 'S-1' } }),
  'a style of a BOM without SKUs': bom('style', without(bomStyle, 'skus')),
  'a part before the first': onBomStyle({ part: 0, parts: 3 }),
  'a line without a unit': onBomStyle({ lines: [without(bomLine, 'uom')] }),
  'a line in an unknown unit': onBomLine({ uom: 'FURLONG' }),
  'a line that is no integer': onBomLine({ lineNumber: 1.5 }),
  'yields for six': onBomLine({ yieldPerUnits: 6 }),
  'a supplier without a code': onBomLine({ supplier: { recordId: 'V-1' } }),
  'a yield as a number': onBomYield({ netYield: 1.25 }),
  'a yield of five decimals': onBomYield({ netYield: '1.25001' }),
  'a yield below 0': onBomYield({ netYield: '-1' }),
  'wastage of three decimals': onBomYield({ wastagePercent: '5.001' }),
  'a yield without wastage': onBomLine({ yields: [without(bomYield, 'wastagePercent')] }),
}

/** Events that only the decoder rejects, because JSON Schema cannot express the rule. */
export const refusedByDecoder: Record<string, { type: string }> = {
  'a wrong check digit': onSku({ gtin: '4006381333932' }),
  'a time that is of the last year in UTC': onEnvelope({ time: '9998-12-31T23:59:59-05:00' }),
  'an effect that is of the last year in UTC': bom('started', { effectiveAt: '9998-12-31T23:59:59-05:00' }),
  'a currency that is none': onStyle({ targetCost: { amount: '1', currency: 'ZZZ' } }),
  'no currency': onLink({ properties: { price: { amount: '1', currency: 'XXX' } } }),
  'a currency of stock that is none': onPosition({ unitCost: { amount: '1', currency: 'ZZZ' } }),
  'a country that is none': onMaterial({ countryOfOrigin: 'ZZ' }),
  'a country by another code than that of ISO': onMaterial({ countryOfOrigin: 'UK' }),
  'a width below 0': onMaterial({ widthCm: '-140' }),
  'a weight of 0': onMaterial({ weightGsm: '0.00' }),
  'an allocation of more than everything': event('link.upserted.v1', {
    type: 'PRODUCED_BY',
    from: { type: 'style', recordId: 'S-1' },
    to: { type: 'supplier', recordId: 'V-1' },
    properties: { allocationPercent: '250' },
  }),
  'a material that replaces itself': event('link.upserted.v1', {
    type: 'SUBSTITUTE_FOR',
    from: { type: 'material', recordId: 'M-1' },
    to: { type: 'material', system: 'plm', instance: 'main', recordId: 'M-1' },
  }),
  'a material that is made from itself': event('link.upserted.v1', {
    type: 'MADE_FROM',
    from: { type: 'material', recordId: 'M-1' },
    to: { type: 'material', recordId: 'M-1' },
  }),
  'fibres of which one is below 0': onMaterial({
    composition: [
      { fibre: 'cotton', percent: '105' },
      { fibre: 'silk', percent: '-5' },
    ],
  }),
  'a tab in a code': onMaterial({ materialNumber: 'MT\t1' }),
  'a character without width in a code': onMaterial({ materialNumber: 'MT\u200b1' }),
  'a character without width at the end of a code': onBomYield({ sku: 'S-1-NVY-M\u200b' }),
  'fibres that sum to 99': onMaterial({ composition: [{ fibre: 'cotton', percent: '99' }] }),
  'a source record without a type in its subject': onRecord({}, 'I-1'),
  'a source record without an id in its subject': onRecord({}, 'item_master:'),
  'a deletion of a source record without a type': event('source_record.deleted.v1', {}, { subject: 'I-1' }),
  'a raw record beyond the limit': onRecord({ raw: 'x'.repeat(64 * 1024 - 1) }),
  'a raw record whose bytes are beyond the limit': onRecord({ raw: 'ü'.repeat(32 * 1024) }),
  'a country of a factory that is none': onRecord({
    kind: 'factory',
    fields: [{ name: 'countryCode', value: 'Nowhere' }],
  }),
  'a dataset under another subject': onDataset({}, 'erp.other'),
  'a deletion of a dataset without an id': event('dataset.deleted.v1', {}, { subject: 'Stock' }),
  'a requirement of both a style and a SKU': onRequirement({ sku: { recordId: 'K-1' } }),
  'a requirement of neither': onRequirement({ style: undefined }),
  'a part after the last': onBomStyle({ part: 3, parts: 2 }),
  'another subject than the snapshot id': bom('aborted', {}, { subject: 'another' }),
}
