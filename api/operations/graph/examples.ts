import type { Entity, Relationship } from '../../../schemas/graph.ts'

const seen = { firstSeenAt: '2027-01-10T08:00:00.000Z', lastSeenAt: '2027-03-14T02:10:00.000Z' }

/** A material as the contract shows it. */
export const exampleMaterial: Entity = {
  id: 'a5a0ab7d-e70a-5115-b601-3582cd489e66',
  type: 'material',
  label: 'MT-01022 Poplin 120',
  lifecycleState: 'approved',
  externalReferences: [
    { system: 'plm', instance: 'main', kind: 'record_id', value: 'M-1', isPrimary: true, ...seen },
    { system: 'plm', instance: 'main', kind: 'material_number', value: 'MT-01022', isPrimary: false, ...seen },
  ],
  attributes: {
    materialNumber: 'MT-01022',
    name: 'Poplin 120',
    materialType: 'fabric',
    composition: [
      { fibre: 'cotton', percent: '97.5' },
      { fibre: 'elastane', percent: '2.5' },
    ],
    baseUom: 'MTR',
    purchaseUom: 'MTR',
    widthCm: '148',
    cuttableWidthCm: '145',
    weightGsm: '120',
    shrinkagePercent: null,
    countryOfOrigin: 'PT',
    certifications: ['GOTS'],
  },
  revision: 2,
  createdAt: seen.firstSeenAt,
  updatedAt: seen.lastSeenAt,
}

/** The material's relationship with its supplier. */
export const exampleRelationship: Relationship = {
  id: '5d0f3b4e-0f0c-5f7e-9d55-6a9f8a3b1c11',
  type: 'SUPPLIED_BY',
  properties: {
    mpn: 'HV-2204',
    isNominated: true,
    price: { amount: '3.15', currency: 'EUR' },
    moq: '500',
    leadTimeDays: 35,
    approvalState: 'approved',
  },
  source: { system: 'plm', recordId: 'MS-1', extractedAt: seen.lastSeenAt },
  publicationId: null,
  direction: 'outgoing',
  hop: 1,
  from: { id: exampleMaterial.id, type: 'material', label: exampleMaterial.label, listed: true },
  to: {
    id: '1c0a7f62-8f5b-5a0e-8a57-2b1f6f4f7d20',
    type: 'supplier',
    label: 'Tessaro Mills (SUP-17)',
    listed: true,
  },
}
