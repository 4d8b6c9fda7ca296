import { z } from 'zod'
import { asSent, DecimalAsSent, EntityReference, UnitAsSent } from '../as-sent.ts'
import {
  CountryCode,
  Currency,
  Decimal,
  EntityId,
  moneyOf,
  nullable,
  Timestamp,
  text as textOf,
  UnitOfMeasure,
} from '../common.ts'

/**
 * The entity types, one entry each: what is published, sent, stored and documented of a type follows from its entry. Shapes
 * are written once for two readers: what the API answers with (`Decimal` as stored) and what sources send (a decimal as
 * typed, absent fields allowed).
 */
const text = textOf(500)
const word = textOf(64)
const code = textOf(255, 1)

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

const styleShape = <D extends z.ZodType>(decimal: D) => ({
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

const skuShape = () => ({
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

const materialShape = <D extends z.ZodType>(decimal: D) => ({
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

const supplierShape = () => ({
  supplierCode: code,
  name: text,
  legalName: text.nullable(),
  roles: z.array(word).max(50),
  tier: z.int().min(1).max(4).nullable().meta({ description: '1 cuts and sews, 4 makes fibre.' }),
  countryCode: CountryCode.nullable(),
  city: text.nullable(),
  currency: Currency.nullable(),
})

const bomPublicationShape = () => ({
  publicationNumber: z.int().min(1),
  snapshotId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a ULID'),
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

const SUMMABLE = /^-?\d{1,10}(\.\d{1,16})?$/

/**
 * Percentages are summed as integers of 10^-16, so that no float decides. It is asked even where one of them is no decimal,
 * whose own fault then says enough.
 */
function sumsToOneHundred(composition: { percent: string }[]): boolean {
  if (!composition.every(({ percent }) => SUMMABLE.test(percent))) return true
  if (composition.some(({ percent }) => percent.startsWith('-'))) return false
  const scaled = composition.map(({ percent }) => {
    const [whole = '0', fraction = ''] = percent.split('.')
    return BigInt(whole + fraction.padEnd(16, '0'))
  })
  return composition.length === 0 || scaled.reduce((sum, value) => sum + value, 0n) === 100n * 10n ** 16n
}

const material = asSent(materialShape(DecimalAsSent))

interface EntityTypeEntry<
  States extends readonly [string, ...string[]],
  S extends z.ZodRawShape,
  E extends z.ZodRawShape | null,
> {
  /** Names its schemas in the contract. */
  title: string
  meaning: string
  lifecycleStates: States
  /** The attributes that are published. */
  attributes: S
  /** The attribute that names an entity in its source. */
  naturalKey: string & keyof S
  /** What sources send beside what every entity has; null for a type that is derived. */
  sent: E
  /** What people call it, of its own attributes alone. */
  label(attributes: z.output<z.ZodObject<S>>): string
}

function entityType<
  const States extends readonly [string, ...string[]],
  S extends z.ZodRawShape,
  E extends z.ZodRawShape | null,
>(entry: EntityTypeEntry<States, S, E>) {
  return entry
}

export const entityTypes = {
  style: entityType({
    title: 'Style',
    meaning: 'A commercial style that groups sellable SKUs',
    lifecycleStates: ['concept', 'development', 'adopted', 'production', 'discontinued', 'dropped'],
    attributes: styleShape(Decimal),
    naturalKey: 'styleNumber',
    sent: asSent(styleShape(DecimalAsSent)),
    label: ({ styleNumber, name }) => `${styleNumber} ${name}`,
  }),
  sku: entityType({
    title: 'Sku',
    meaning: 'A specific sellable product variant',
    lifecycleStates: ['planned', 'active', 'phase_out', 'inactive'],
    attributes: skuShape(),
    naturalKey: 'skuCode',
    sent: { ...asSent(skuShape()), style: EntityReference },
    label: ({ skuCode, styleNumber, colorwayName, sizeCode }) =>
      [skuCode, styleNumber, colorwayName, sizeCode].filter((part) => part !== null && part !== '').join(' '),
  }),
  material: entityType({
    title: 'Material',
    meaning: 'A normalized material referenced by a BOM',
    lifecycleStates: ['development', 'submitted', 'approved', 'restricted', 'discontinued'],
    attributes: materialShape(Decimal),
    naturalKey: 'materialNumber',
    sent: {
      ...material,
      baseUom: UnitAsSent(material.baseUom),
      purchaseUom: UnitAsSent(material.purchaseUom),
      composition: material.composition.refine(sumsToOneHundred, 'percentages must sum to 100'),
    },
    label: ({ materialNumber, name }) => `${materialNumber} ${name}`,
  }),
  supplier: entityType({
    title: 'Supplier',
    meaning: 'A normalized supplying organization',
    lifecycleStates: ['prospect', 'onboarding', 'approved', 'suspended', 'inactive'],
    attributes: supplierShape(),
    naturalKey: 'supplierCode',
    sent: asSent(supplierShape()),
    label: ({ supplierCode, name }) => `${name} (${supplierCode})`,
  }),
  bom_publication: entityType({
    title: 'BomPublication',
    meaning: 'An immutable completed BOM replacement publication',
    lifecycleStates: ['completed'],
    attributes: bomPublicationShape(),
    naturalKey: 'publicationNumber',
    sent: null,
    label: ({ publicationNumber, completedAt }) => `BOM publication #${publicationNumber} ${completedAt.slice(0, 10)}`,
  }),
}

export type EntityType = keyof typeof entityTypes
export type EntityTypeOf<T extends EntityType> = (typeof entityTypes)[T]

/** The types that sources send records of. */
export type SentEntityType = { [T in EntityType]: EntityTypeOf<T>['sent'] extends null ? never : T }[EntityType]

/** The kind of code that the natural key of a type is: `style_number` for `styleNumber`. */
export function codeKindOf(type: EntityType): string {
  return entityTypes[type].naturalKey.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const typeNames = Object.keys(entityTypes) as [EntityType, ...EntityType[]]

export const EntityType = z
  .enum(typeNames)
  .meta({ id: 'EntityType', description: 'A type of the allowlisted vocabulary; it may grow.' })

export const sentEntityTypes = typeNames.filter((type): type is SentEntityType => entityTypes[type].sent !== null)
