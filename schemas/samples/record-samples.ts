import type { z } from 'zod'
import type { RecordKind, recordData } from '../records/record-events.ts'

/**
 * A record of each kind, as the systems of one brand send it: a shirt made of a poplin, and cross-system data about
 * that poplin at a factory.
 */
type RecordSamples = {
  readonly [K in RecordKind]: {
    readonly source: string
    readonly subject: string
    readonly data: z.input<(typeof recordData)[K]>
  }
}

const PLM = '/plm/main'
const ERP = '/erp/main'

export const recordSamples: RecordSamples = {
  style: {
    source: PLM,
    subject: 'S-1',
    data: {
      styleNumber: 'QM27-0412',
      name: 'Overshirt',
      lifecycleState: 'adopted',
      brand: 'Quillmere',
      category: 'tops',
      season: 'SS27',
      seasonYear: 2027,
      sizes: ['S', 'M', 'L'],
      colorways: [{ code: 'NVY', name: 'Navy', state: 'adopted' }],
      targetCost: { amount: '14.5', currency: 'EUR' },
    },
  },
  sku: {
    source: PLM,
    subject: 'K-1',
    data: {
      skuCode: 'QM27-0412-NVY-M',
      lifecycleState: 'active',
      style: { recordId: 'S-1' },
      styleNumber: 'QM27-0412',
      colorwayCode: 'NVY',
      sizeCode: 'M',
      sizeIndex: 2,
      gtin: '9521234543213',
    },
  },
  material: {
    source: PLM,
    subject: 'M-1',
    data: {
      materialNumber: 'MT-01022',
      name: 'Poplin 120',
      lifecycleState: 'approved',
      materialType: 'fabric',
      composition: [
        { fibre: 'cotton', percent: '97.5' },
        { fibre: 'elastane', percent: '2.5' },
      ],
      baseUom: 'MTR',
      widthCm: '148',
      weightGsm: '120',
      certifications: ['OEKO-TEX Standard 100'],
      references: [{ system: 'erp', instance: 'main', kind: 'material_number', value: '4109001' }],
    },
  },
  supplier: {
    source: PLM,
    subject: 'V-17',
    data: {
      supplierCode: 'SUP-17',
      name: 'Tessaro Mills',
      lifecycleState: 'approved',
      roles: ['mill'],
      tier: 2,
      countryCode: 'PT',
      currency: 'EUR',
    },
  },
  link: {
    source: PLM,
    subject: 'SUPPLIED_BY:M-1:V-17',
    data: {
      type: 'SUPPLIED_BY',
      from: { type: 'material', recordId: 'M-1' },
      to: { type: 'supplier', recordId: 'V-17' },
      properties: { mpn: 'HV-2204', isNominated: true, price: { amount: '3.85', currency: 'EUR' }, leadTimeDays: 28 },
    },
  },
  source_record: {
    source: ERP,
    subject: 'item_master:4109001',
    data: {
      kind: 'material',
      datasetId: 'erp.material_stock',
      sourceUpdatedAt: '2026-09-14T01:55:00Z',
      extractedAt: '2026-09-14T02:00:00Z',
      references: [{ kind: 'material_number', value: 'MT-01022' }],
      fields: [{ name: 'name', sourceField: 'MAKTX', value: 'POPLIN 120 NAVY' }],
      raw: { MATNR: '4109001', MAKTX: 'POPLIN 120 NAVY', MEINS: 'M' },
    },
  },
  dataset: {
    source: ERP,
    subject: 'erp.material_stock',
    data: {
      datasetId: 'erp.material_stock',
      name: 'Stock by material and factory',
      sourceSystem: 'erp',
      instance: 'main',
      grain: ['material', 'factory'],
      recordKinds: ['position'],
      loadMode: 'incremental',
      lifecycle: 'active',
      expectedIntervalSeconds: 3600,
      warnAfterSeconds: 7200,
      errorAfterSeconds: 21_600,
    },
  },
  dataset_load: {
    source: ERP,
    subject: 'run-20260914-02',
    data: {
      datasetId: 'erp.material_stock',
      status: 'succeeded',
      startedAt: '2026-09-14T02:00:00Z',
      endedAt: '2026-09-14T02:04:10Z',
      sourceWatermarkAt: '2026-09-14T01:59:58Z',
      rowsRead: 1804,
      rowsWritten: 1802,
      rowsRejected: 2,
    },
  },
  requirement: {
    source: ERP,
    subject: 'PO-7001',
    data: {
      style: { kind: 'style_number', value: 'QM27-0412' },
      factory: { kind: 'facility_id', value: 'FA-0007' },
      units: 1200,
      dueAt: '2026-11-02T00:00:00Z',
    },
  },
  position: {
    source: ERP,
    subject: '4109001@FA-0007',
    data: {
      material: { kind: 'material_number', value: '4109001' },
      factory: { kind: 'facility_id', value: 'FA-0007' },
      datasetId: 'erp.material_stock',
      asOf: '2026-09-14T01:59:58Z',
      uom: 'MTR',
      onHand: '1520.5',
      qualityHold: '40',
      allocated: '800',
      inTransit: '0',
      onOrder: '600',
      required: '1575',
      ownership: 'brand',
      sourcingModel: 'cmt',
      unitCost: { amount: '3.85', currency: 'EUR' },
    },
  },
}
