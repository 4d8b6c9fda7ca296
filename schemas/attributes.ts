import { z } from 'zod'
import { CountryCode, Currency, Decimal, Timestamp, UnitOfMeasure } from './common.ts'

/**
 * The attributes of each entity type and the properties of each link type, written once for two readers: what the API
 * answers with (`Decimal` as stored) and what sources send (a decimal as typed, absent fields allowed; see events.ts).
 */
const text = z.string().max(500)
const code = z.string().min(1).max(255)

export function moneyOf<D extends z.ZodType>(decimal: D) {
  return z.object({ amount: decimal, currency: Currency })
}

export const Money = moneyOf(Decimal).meta({ id: 'Money' })

/** GS1 key of 8, 12, 13 or 14 digits with a valid check digit; a string, because leading zeros count. */
export const Gtin = z
  .string()
  .regex(/^(\d{8}|\d{12,14})$/, 'must be 8, 12, 13 or 14 digits')
  .refine(hasValidCheckDigit, 'has a wrong check digit')
  .meta({ description: 'GTIN-8, -12, -13 or -14 with its check digit.' })

/** GS1 General Specifications, section 7.9: weights 3 and 1 alternate from the digit before the check digit. */
function hasValidCheckDigit(gtin: string): boolean {
  const digits = [...gtin].map(Number).reverse()
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

export const styleShape = <D extends z.ZodType>(decimal: D) => ({
  styleNumber: code,
  name: text,
  brand: text.nullable(),
  division: text.nullable(),
  gender: text.nullable(),
  category: text.nullable(),
  subcategory: text.nullable(),
  season: z.string().max(64).nullable().meta({ description: 'Season code.', example: 'SS27' }),
  seasonYear: z.int().min(1900).max(2999).nullable(),
  delivery: text.nullable(),
  developmentType: text.nullable(),
  sizes: z.array(z.string().max(64)).max(200).meta({ description: 'Size codes in selling order.' }),
  sampleSize: z.string().max(64).nullable(),
  colorways: z
    .array(z.object({ code: z.string().max(64), name: text.nullable(), state: z.string().max(64).nullable() }))
    .max(500),
  hsCode: z.string().max(32).nullable(),
  targetCost: moneyOf(decimal).nullable(),
})

export const skuShape = () => ({
  skuCode: code,
  styleNumber: code.nullable(),
  colorwayCode: z.string().max(64).nullable(),
  colorwayName: text.nullable(),
  sizeCode: z.string().max(64).nullable(),
  sizeIndex: z.int().min(0).max(100_000).nullable().meta({ description: 'Position of the size in its range.' }),
  secondarySizeCode: z.string().max(64).nullable(),
  gtin: Gtin.nullable(),
  launchDate: z.iso.date().nullable(),
  exitDate: z.iso.date().nullable(),
})

export const materialShape = <D extends z.ZodType>(decimal: D) => ({
  materialNumber: code,
  name: text,
  materialType: text.nullable(),
  composition: z
    .array(z.object({ fibre: z.string().min(1).max(255), percent: decimal }))
    .max(50)
    .meta({ description: 'Fibres; the percentages sum to 100 unless the list is empty.' }),
  baseUom: UnitOfMeasure.nullable(),
  purchaseUom: UnitOfMeasure.nullable(),
  widthCm: decimal.nullable(),
  cuttableWidthCm: decimal.nullable(),
  weightGsm: decimal.nullable(),
  shrinkagePercent: decimal.nullable(),
  countryOfOrigin: CountryCode.nullable(),
  certifications: z.array(text).max(100),
})

export const supplierShape = () => ({
  supplierCode: code,
  name: text,
  legalName: text.nullable(),
  roles: z.array(z.string().max(64)).max(50),
  tier: z.int().min(1).max(4).nullable().meta({ description: '1 cuts and sews, 4 makes fibre.' }),
  countryCode: CountryCode.nullable(),
  city: text.nullable(),
  currency: Currency.nullable(),
})

export const bomPublicationShape = () => ({
  publicationNumber: z.int().min(1),
  snapshotId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  mode: z.literal('full_replacement'),
  startedAt: Timestamp,
  completedAt: Timestamp,
  sourceSystem: z.string(),
  sourceRunId: z.string().nullable(),
  styleCount: z.int().min(0),
  skuCount: z.int().min(0),
  lineCount: z.int().min(0),
  rowCount: z.int().min(0),
  contentHash: z.string().nullable(),
  previousPublicationId: z.guid().nullable(),
})

const share = <D extends z.ZodType>(decimal: D) => ({ sharePercent: decimal.nullable() })

/** Properties of the links that sources send; the other types are derived. */
export const linkShapes = <D extends z.ZodType>(decimal: D) => ({
  SUPPLIED_BY: {
    mpn: z.string().max(255).nullable().meta({ description: "The supplier's article number." }),
    isNominated: z.boolean().nullable(),
    price: moneyOf(decimal).nullable(),
    moq: decimal.nullable(),
    leadTimeDays: z.int().min(0).max(100_000).nullable(),
    approvalState: z.string().max(64).nullable(),
  },
  PRODUCED_BY: {
    season: z.string().max(64).nullable(),
    sourcingModel: z.string().max(64).nullable(),
    allocationPercent: decimal.nullable(),
    state: z.string().max(64).nullable(),
  },
  SUBSTITUTE_FOR: { reason: text.nullable(), approvedAt: Timestamp.nullable() },
  CARRIED_OVER_FROM: { fromSeason: z.string().max(64).nullable(), toSeason: z.string().max(64).nullable() },
  MADE_FROM: share(decimal),
  OWNED_BY: share(decimal),
})

/** Which entity types a link of each type joins, from and to. */
export const linkEnds = {
  HAS_SKU: ['style', 'sku'],
  USES_MATERIAL: ['style', 'material'],
  SUPPLIED_BY: ['material', 'supplier'],
  PRODUCED_BY: ['style', 'supplier'],
  PUBLISHES_BOM_FOR: ['bom_publication', 'style'],
  SUPERSEDES: ['bom_publication', 'bom_publication'],
  SUBSTITUTE_FOR: ['material', 'material'],
  CARRIED_OVER_FROM: ['style', 'style'],
  MADE_FROM: ['material', 'material'],
  OWNED_BY: ['supplier', 'supplier'],
} as const
