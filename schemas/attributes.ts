import { z } from 'zod'
import {
  CountryCode,
  Currency,
  Decimal,
  EntityId,
  nullable,
  Timestamp,
  text as textOf,
  UnitOfMeasure,
} from './common.ts'

/**
 * The attributes of each entity type and the properties of each link type, written once for two readers: what the API
 * answers with (`Decimal` as stored) and what sources send (a decimal as typed, absent fields allowed; see events.ts).
 */
const text = textOf(500)
const word = textOf(64)
const code = textOf(255, 1)

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
  season: word.nullable().meta({ description: 'Season code.', example: 'SS27' }),
  seasonYear: z.int().min(1900).max(2999).nullable(),
  delivery: text.nullable(),
  developmentType: text.nullable(),
  sizes: z.array(word).max(200).meta({ description: 'Size codes in selling order.' }),
  sampleSize: word.nullable(),
  colorways: z.array(z.object({ code: word, name: text.nullable(), state: word.nullable() })).max(500),
  hsCode: textOf(32).nullable(),
  targetCost: moneyOf(decimal).nullable(),
})

export const skuShape = () => ({
  skuCode: code,
  styleNumber: code.nullable(),
  colorwayCode: word.nullable(),
  colorwayName: text.nullable(),
  sizeCode: word.nullable(),
  sizeIndex: z.int().min(0).max(100_000).nullable().meta({ description: 'Position of the size in its range.' }),
  secondarySizeCode: word.nullable(),
  gtin: Gtin.nullable(),
  launchDate: z.iso.date().nullable(),
  exitDate: z.iso.date().nullable(),
})

export const materialShape = <D extends z.ZodType>(decimal: D) => ({
  materialNumber: code,
  name: text,
  materialType: text.nullable(),
  composition: z
    .array(z.object({ fibre: code, percent: decimal }))
    .max(50)
    .meta({ description: 'Fibres; the percentages sum to 100 unless the list is empty.' }),
  baseUom: nullable(UnitOfMeasure),
  purchaseUom: nullable(UnitOfMeasure),
  widthCm: nullable(decimal),
  cuttableWidthCm: nullable(decimal),
  weightGsm: nullable(decimal),
  shrinkagePercent: nullable(decimal),
  countryOfOrigin: CountryCode.nullable(),
  certifications: z.array(text).max(100),
})

export const supplierShape = () => ({
  supplierCode: code,
  name: text,
  legalName: text.nullable(),
  roles: z.array(word).max(50),
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
  previousPublicationId: nullable(EntityId),
})

const share = <D extends z.ZodType>(decimal: D) => ({ sharePercent: nullable(decimal) })

/** Properties of the links that sources send; the other types are derived. */
export const linkShapes = <D extends z.ZodType>(decimal: D) => ({
  SUPPLIED_BY: {
    mpn: textOf(255).nullable().meta({ description: "The supplier's article number." }),
    isNominated: z.boolean().nullable(),
    price: moneyOf(decimal).nullable(),
    moq: nullable(decimal),
    leadTimeDays: z.int().min(0).max(100_000).nullable(),
    approvalState: word.nullable(),
  },
  PRODUCED_BY: {
    season: word.nullable(),
    sourcingModel: word.nullable(),
    allocationPercent: nullable(decimal),
    state: word.nullable(),
  },
  SUBSTITUTE_FOR: { reason: text.nullable(), approvedAt: nullable(Timestamp) },
  CARRIED_OVER_FROM: { fromSeason: word.nullable(), toSeason: word.nullable() },
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
