import type { Brand } from '../../brand.ts'
import { supplierAt, supplierCountry } from '../../graph/suppliers/supplier.ts'
import { at, oneOf } from '../../graph/values/choose.ts'
import { below, between, type Hash, happens, hashAt } from '../../graph/values/hash.ts'
import { inventedAt } from '../../graph/values/words.ts'
import { INSTANCE, type SystemRecord } from './system-record.ts'

const capabilities = ['cutting', 'sewing', 'knitting', 'printing', 'embroidery', 'washing', 'packing']

/** The code by which everybody knows a factory: the registry's, which also its operator carries. */
export const facilityId = (factory: number): string => `FA-${`${factory + 1}`.padStart(3, '0')}`

/** How positions and orders name a factory. */
export const factoryRef = (factory: number) => ({ kind: 'facility_id', value: facilityId(factory) })

const facilityCode = (value: string) => ({
  system: 'facility_registry',
  instance: INSTANCE,
  kind: 'facility_id',
  value,
})

/** Which systems beside the ERP see the stock of a factory: a warehouse's, the factory's own reports, or both. */
export function stockSystems(factory: number): readonly ('wms' | 'factory_portal')[] {
  return at([['wms', 'factory_portal'], ['wms'], ['factory_portal']] as const, factory % 3)
}

/**
 * What the registry says about each factory, what the portal's factories say themselves, and one that nobody operates.
 */
export function factoryRecords(brand: Brand): SystemRecord<'source_record'>[] {
  const factories = Array.from({ length: brand.profile.factories }, (_, factory) => factory)
  return [
    ...factories.map((factory) => registryRecord(brand, factory)),
    registryRecord(brand, brand.profile.factories + 400),
    ...factories
      .filter((factory) => stockSystems(factory).includes('factory_portal'))
      .map((factory) => portalRecord(brand, factory)),
  ]
}

const hashOf = (brand: Brand, factory: number): Hash => hashAt(hashAt(brand.roots.position, factory), 1_000_000)

function siteName(brand: Brand, factory: number): string {
  if (factory < brand.profile.factories) return `${supplierAt(brand, factory).data.name}, plant 1`
  return `${inventedAt(factory, 5)} Garments`
}

function registryRecord(brand: Brand, factory: number): SystemRecord<'source_record'> {
  const hash = hashOf(brand, factory)
  const name = siteName(brand, factory)
  const country = factory < brand.profile.factories ? supplierCountry(brand, factory) : 'PT'
  const does = capabilities.filter((_, item) => happens(hash, 'does', 600, item) || item === 1)
  const models = happens(hash, 'cmtOnly', 300) ? ['cmt'] : ['cmt', 'fob']
  const changedAt = brand.clock - 1000 * between(hash, 'registered', 3_600, 80 * 86_400)
  return {
    kind: 'source_record',
    system: 'facility_registry',
    subject: `facility:${facilityId(factory)}`,
    changedAt,
    data: {
      kind: 'factory',
      datasetId: 'facility_registry.facilities',
      sourceUpdatedAt: new Date(changedAt).toISOString(),
      extractedAt: new Date(changedAt).toISOString(),
      references: [facilityCode(facilityId(factory))],
      fields: [
        { name: 'name', sourceField: 'facility_name', value: name, unit: null },
        { name: 'countryCode', sourceField: 'country', value: country, unit: null },
        { name: 'capabilities', sourceField: 'processing_types', value: does, unit: null },
        { name: 'sourcingModels', sourceField: 'sourcing_models', value: models, unit: null },
        { name: 'workers', sourceField: 'workers', value: `${between(hash, 'workers', 4, 90) * 20}`, unit: null },
      ],
      raw: { facility_id: facilityId(factory), facility_name: name, country, processing_types: does },
      deletedInSource: false,
    },
  }
}

/** The portal's own form, which people fill in: with their names and numbers, and once with a password. */
function portalRecord(brand: Brand, factory: number): SystemRecord<'source_record'> {
  const hash = hashOf(brand, factory)
  const changedAt = brand.clock - 1000 * between(hash, 'profiled', 3_600, 30 * 86_400)
  const code = `FP-${1000 + factory}`
  const lines = `${between(hash, 'lines', 2, 40)}`
  return {
    kind: 'source_record',
    system: 'factory_portal',
    subject: `factory_profile:${code}`,
    changedAt,
    data: {
      kind: 'factory',
      datasetId: 'factory_portal.factories',
      sourceUpdatedAt: new Date(changedAt - 60_000).toISOString(),
      extractedAt: new Date(changedAt).toISOString(),
      references: [
        { system: 'factory_portal', instance: INSTANCE, kind: 'factory_code', value: code },
        facilityCode(facilityId(factory)),
      ],
      fields: [
        { name: 'name', sourceField: 'name', value: siteName(brand, factory).toUpperCase(), unit: null },
        { name: 'sewingLines', sourceField: 'sewing_lines', value: lines, unit: null },
        {
          name: 'stockLocation',
          sourceField: 'store',
          value: oneOf(['Store A', 'Store B'], hash, 'store'),
          unit: null,
        },
      ],
      raw: {
        code,
        name: siteName(brand, factory).toUpperCase(),
        sewing_lines: Number(lines),
        contact: {
          contact_name: `${inventedAt(below(hash, 'contact', 9_600), 11)} Example`,
          email: `store.${factory + 1}@example.invalid`,
          phone: `+00 000 555 ${1000 + factory}`,
        },
        upload: { user: `store${factory + 1}`, password: `not-a-real-password-${factory + 1}` },
      },
      deletedInSource: false,
    },
  }
}
