import type { Change } from '../../../schemas/graph/changes.ts'
import type { Entity, Relationship } from '../../../schemas/graph/entities.ts'

/**
 * A material of the demo that `npm start` loads, as the service returns it; test/examples/examples.test.ts compares
 * them.
 */
export const exampleMaterial: Entity = {
  id: '106775a1-234e-5efd-a0fc-78f178a82a20',
  type: 'material',
  label: 'MT-00085 Yartherin Poplin 140',
  lifecycleState: 'approved',
  externalReferences: [
    {
      system: 'erp',
      instance: 'main',
      kind: 'material_number',
      value: '4100084',
      isPrimary: false,
      firstSeenAt: '2025-08-03T00:33:50.000Z',
      lastSeenAt: '2025-08-03T00:33:50.000Z',
    },
    {
      system: 'plm',
      instance: 'main',
      kind: 'material_number',
      value: 'MT-00085',
      isPrimary: false,
      firstSeenAt: '2025-08-03T00:33:50.000Z',
      lastSeenAt: '2025-08-03T00:33:50.000Z',
    },
    {
      system: 'plm',
      instance: 'main',
      kind: 'record_id',
      value: 'M-85',
      isPrimary: true,
      firstSeenAt: '2025-08-03T00:33:50.000Z',
      lastSeenAt: '2025-08-03T00:33:50.000Z',
    },
  ],
  attributes: {
    materialNumber: 'MT-00085',
    name: 'Yartherin Poplin 140',
    materialType: 'fabric',
    composition: [
      { fibre: 'cotton', percent: '82.5' },
      { fibre: 'elastane', percent: '17.5' },
    ],
    baseUom: 'MTR',
    purchaseUom: 'MTR',
    widthCm: '162.5',
    cuttableWidthCm: '159',
    weightGsm: '140',
    shrinkagePercent: '1',
    countryOfOrigin: 'CN',
    certifications: [],
  },
  revision: 1,
  createdAt: '2025-08-03T00:33:50.000Z',
  updatedAt: '2025-08-03T00:33:50.000Z',
}

/** The material's relationship with its supplier. */
export const exampleRelationship: Relationship = {
  id: 'e72be471-d0e8-5e38-a634-4fcb5139da80',
  type: 'SUPPLIED_BY',
  properties: {
    mpn: 'QO-77330',
    isNominated: true,
    price: { amount: '10.84', currency: 'USD' },
    moq: '600',
    leadTimeDays: 28,
    approvalState: 'approved',
  },
  source: { system: 'plm', recordId: 'SUPPLIED_BY:M-85:V-19', extractedAt: '2026-05-18T04:49:18.000Z' },
  publicationId: null,
  direction: 'outgoing',
  hop: 1,
  from: {
    id: '106775a1-234e-5efd-a0fc-78f178a82a20',
    type: 'material',
    label: 'MT-00085 Yartherin Poplin 140',
    listed: true,
  },
  to: {
    id: '4b8c5ee5-4604-52ca-ad7a-dcc5dec81d52',
    type: 'supplier',
    label: 'Ithlonax Fabrics (SUP-19)',
    listed: true,
  },
}

/** A change of that material. */
export const exampleChange: Change = {
  changeId: '4f1d0a7c-3-76976',
  kind: 'entity',
  id: '106775a1-234e-5efd-a0fc-78f178a82a20',
  type: 'material',
  code: 'MT-00085',
  op: 'created',
  revision: 1,
  changedFields: [],
  fromId: null,
  toId: null,
  changedAt: '2025-08-03T00:33:50.000Z',
  appliedAt: '2026-09-14T02:10:00.412Z',
  source: { system: 'plm', instance: 'main', recordId: 'M-85' },
}
