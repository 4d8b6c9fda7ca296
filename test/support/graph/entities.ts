import { canonicalId } from '../../../domain/identity/identity.ts'
import type { Entity } from '../../../schemas/graph/entities.ts'
import { type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'

type EntityOf<T extends EntityType> = Extract<Entity, { type: T }>

/** A style as the projector stores it; `record` is its ID in the source. */
export function style(organization: string, record: string, name = 'Rain jacket'): EntityOf<'style'> {
  const attributes = {
    styleNumber: record,
    name,
    brand: 'Quillmere',
    division: null,
    gender: 'women',
    category: 'outerwear',
    subcategory: null,
    season: 'SS27',
    seasonYear: 2027,
    delivery: null,
    developmentType: null,
    sizes: ['S', 'M', 'L'],
    sampleSize: 'M',
    colorways: [{ code: 'NVY', name: 'Navy', state: null }],
    hsCode: null,
    targetCost: { amount: '12.5', currency: 'EUR' },
  }
  return { ...envelope(organization, 'style', record, 'style_number'), label: `${record} ${name}`, attributes }
}

export function sku(organization: string, record: string): EntityOf<'sku'> {
  const attributes = {
    skuCode: record,
    styleNumber: null,
    colorwayCode: 'NVY',
    colorwayName: 'Navy',
    sizeCode: 'M',
    sizeIndex: 1,
    secondarySizeCode: null,
    gtin: '4006381333931',
    launchDate: '2027-02-01',
    exitDate: null,
  }
  return { ...envelope(organization, 'sku', record, 'sku_code'), label: `${record} Navy M`, attributes }
}

export function material(organization: string, record: string, name = 'Poplin 120'): EntityOf<'material'> {
  const attributes = {
    materialNumber: record,
    name,
    materialType: 'fabric',
    composition: [
      { fibre: 'cotton', percent: '97.5' },
      { fibre: 'elastane', percent: '2.5' },
    ],
    baseUom: 'MTR' as const,
    purchaseUom: 'MTR' as const,
    widthCm: '148',
    cuttableWidthCm: null,
    weightGsm: '120',
    shrinkagePercent: null,
    countryOfOrigin: 'PT',
    certifications: ['GOTS'],
  }
  return { ...envelope(organization, 'material', record, 'material_number'), label: `${record} ${name}`, attributes }
}

export function supplier(organization: string, record: string, name = 'Tessaro Mills'): EntityOf<'supplier'> {
  const attributes = {
    supplierCode: record,
    name,
    legalName: null,
    roles: ['mill'],
    tier: 2,
    countryCode: 'IT',
    city: 'Biella',
    currency: 'EUR',
  }
  return { ...envelope(organization, 'supplier', record, 'supplier_code'), label: `${name} (${record})`, attributes }
}

function envelope<T extends EntityType>(organization: string, type: T, record: string, kind: string) {
  const source = { system: 'plm', instance: 'main' }
  const seen = { firstSeenAt: '2027-01-10T08:00:00.000Z', lastSeenAt: '2027-03-14T02:10:00.000Z' }
  return {
    id: canonicalId(organization, type, { ...source, recordId: record }),
    type,
    lifecycleState: entityTypes[type].lifecycleStates[0] as EntityOf<T>['lifecycleState'],
    externalReferences: [
      { ...source, kind: 'record_id', value: record, isPrimary: true, ...seen },
      { ...source, kind, value: record, isPrimary: false, ...seen },
    ],
    revision: 3,
    createdAt: seen.firstSeenAt,
    updatedAt: seen.lastSeenAt,
  }
}
