import { OrganizationKey } from '../schemas/common.ts'
import { seasonNumberAt } from './graph/styles/season.ts'
import { type Weights, zipf } from './graph/values/choose.ts'
import { below, type Hash, hashText } from './graph/values/hash.ts'
import {
  type MaterialType,
  materialRanges,
  type Range,
  type SupplierRole,
  supplierRanges,
} from './graph/values/ranges.ts'
import { type Profile, type ProfileName, profiles } from './profile.ts'

/** The virtual clock unless another is given: 2026-09-14T02:10:00.000Z. */
export const DEFAULT_CLOCK = Date.UTC(2026, 8, 14, 2, 10)

/**
 * `profile` is one by its name or of any other size; `seed` is an integer (42 unless given); `clock` is in epoch
 * milliseconds, and no event is later.
 */
export type BrandOptions = {
  readonly organization: string
  readonly profile: ProfileName | Profile
  readonly seed?: number | undefined
  readonly clock?: number | undefined
}

/** What the entities of a brand are computed from: constants only, so that any entity computes alone, in any order. */
export type Brand = {
  readonly organization: string
  readonly name: string
  readonly prefix: string
  readonly company: number
  readonly clock: number
  readonly profile: Profile
  readonly firstSeason: number
  readonly stylesPerSeason: number
  readonly roots: Readonly<
    Record<
      'supplier' | 'material' | 'style' | 'sku' | 'publication' | 'edit' | 'position' | 'requirement' | 'load',
      Hash
    >
  >
  readonly materialRanges: Readonly<Record<MaterialType, Range>>
  readonly supplierRanges: Readonly<Record<SupplierRole, Range>>
  readonly supplierRanks: Readonly<Record<SupplierRole, Weights<number>>>
}

/** Opens the brand of (organization, seed, profile); throws on a key that no organization can have. */
export function openBrand({ organization, profile, seed = 42, clock = DEFAULT_CLOCK }: BrandOptions): Brand {
  const size = typeof profile === 'string' ? profiles[profile] : profile
  const key = OrganizationKey.parse(organization)
  const root = (type: string) => hashText(`${seed}/${key}/${type}`)
  const roles = supplierRanges(size)
  return {
    organization,
    name: key.charAt(0).toUpperCase() + key.slice(1),
    prefix: (key.charAt(0) + key.charAt((key.length + 1) >> 1)).toUpperCase(),
    company: below(root('organization'), 'company', 10_000_000),
    clock,
    profile: size,
    firstSeason: seasonNumberAt(clock) + 1 - size.seasons / 2,
    stylesPerSeason: Math.ceil(size.styles / size.seasons),
    roots: {
      supplier: root('supplier'),
      material: root('material'),
      style: root('style'),
      sku: root('sku'),
      publication: root('publication'),
      edit: root('edit'),
      position: root('position'),
      requirement: root('requirement'),
      load: root('load'),
    },
    materialRanges: materialRanges(size.materials),
    supplierRanges: roles,
    supplierRanks: ranksOf(roles),
  }
}

function ranksOf(ranges: Record<SupplierRole, Range>): Record<SupplierRole, Weights<number>> {
  return {
    factory: zipf(ranges.factory.size),
    mill: zipf(ranges.mill.size),
    trim_supplier: zipf(ranges.trim_supplier.size),
    converter: zipf(ranges.converter.size),
    packaging: zipf(ranges.packaging.size),
    agent: zipf(ranges.agent.size),
    laundry: zipf(ranges.laundry.size),
  }
}
