import { z } from 'zod'
import { asSent, EntityReference, UnitAsSent } from '../as-sent.ts'
import { EntityId, moneyOf, nullable, Timestamp, text as textOf, UnitOfMeasure } from '../common.ts'
import { asSentValues, ShareAsSent, stored, type Values } from '../sent-values.ts'

/**
 * The entity types, one entry each: what is published, sent, stored and documented of a type follows from its entry. Shapes
 * are written once for two readers: what the API answers with (values as stored) and what sources send (values as typed,
 * absent fields allowed).
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

const styleShape = <V extends Values>(values: V) => ({
  styleNumber: values.code(255, 1),
  name: text,
  brand: text.nullable(),
  division: text.nullable(),
  gender: text.nullable(),
  category: text.nullable(),
  subcategory: text.nullable(),
  season: values.code(64).nullable().meta({ description: 'Season code.', example: 'SS27' }),
  seasonYear: z.int().min(1900).max(2999).nullable(),
  delivery: text.nullable(),
  developmentType: text.nullable(),
  sizes: z.array(values.code(64)).max(200).meta({ description: 'Size codes in selling order.' }),
  sampleSize: values.code(64).nullable(),
  colorways: z.array(z.object({ code: values.code(64), name: text.nullable(), state: word.nullable() })).max(500),
  hsCode: values.code(32).nullable(),
  targetCost: moneyOf<V['decimal'], V['currency']>(values).nullable(),
})

const skuShape = <V extends Values>(values: V) => ({
  skuCode: values.code(255, 1),
  styleNumber: values.code(255, 1).nullable(),
  colorwayCode: values.code(64).nullable(),
  colorwayName: text.nullable(),
  sizeCode: values.code(64).nullable(),
  sizeIndex: z.int().min(0).max(100_000).nullable().meta({ description: 'Position of the size in its range.' }),
  secondarySizeCode: values.code(64).nullable(),
  gtin: Gtin.nullable(),
  launchDate: z.iso.date().nullable(),
  exitDate: z.iso.date().nullable(),
})

const materialShape = <V extends Values>(values: V) => ({
  materialNumber: values.code(255, 1),
  name: text,
  materialType: text.nullable(),
  composition: z
    .array(z.object({ fibre: code, percent: values.share as V['share'] }))
    .max(50)
    .meta({ description: 'Fibres; the percentages sum to 100, within 0.1, unless the list is empty.' }),
  baseUom: nullable(UnitOfMeasure),
  purchaseUom: nullable(UnitOfMeasure),
  widthCm: nullable(values.positive as V['positive']),
  cuttableWidthCm: nullable(values.positive as V['positive']),
  weightGsm: nullable(values.positive as V['positive']),
  shrinkagePercent: nullable(values.decimal as V['decimal']),
  countryOfOrigin: nullable(values.country as V['country']),
  certifications: z.array(text).max(100),
})

const supplierShape = <V extends Values>(values: V) => ({
  supplierCode: values.code(255, 1),
  name: text,
  legalName: text.nullable(),
  roles: z.array(word).max(50),
  tier: z.int().min(1).max(4).nullable().meta({ description: '1 cuts and sews, 4 makes fibre.' }),
  countryCode: nullable(values.country as V['country']),
  city: text.nullable(),
  currency: nullable(values.currency as V['currency']),
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

/**
 * Whether percentages sum to 100 within 0.1, so that three thirds may be 33.33. They are summed as integers of 10^-16, so
 * that no float decides. What is no percentage is a fault of its own.
 */
function sumsToOneHundred(composition: { percent: string }[]): boolean {
  if (!composition.every((member) => ShareAsSent.safeParse(member?.percent).success)) return true
  const scaled = composition.map(({ percent }) => {
    const [whole = '0', fraction = ''] = percent.split('.')
    return BigInt(whole + fraction.slice(0, 16).padEnd(16, '0'))
  })
  const sum = scaled.reduce((total, value) => total + value, 0n)
  const apart = sum - 100n * 10n ** 16n
  return composition.length === 0 || (apart <= 10n ** 15n && apart >= -(10n ** 15n))
}

const material = asSent(materialShape(asSentValues))

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
    attributes: styleShape(stored),
    naturalKey: 'styleNumber',
    sent: asSent(styleShape(asSentValues)),
    label: ({ styleNumber, name }) => `${styleNumber} ${name}`,
  }),
  sku: entityType({
    title: 'Sku',
    meaning: 'A specific sellable product variant',
    lifecycleStates: ['planned', 'active', 'phase_out', 'inactive'],
    attributes: skuShape(stored),
    naturalKey: 'skuCode',
    sent: { ...asSent(skuShape(asSentValues)), style: EntityReference },
    label: ({ skuCode, styleNumber, colorwayName, sizeCode }) =>
      [skuCode, styleNumber, colorwayName, sizeCode].filter((part) => part !== null && part !== '').join(' '),
  }),
  material: entityType({
    title: 'Material',
    meaning: 'A normalized material referenced by a BOM',
    lifecycleStates: ['development', 'submitted', 'approved', 'restricted', 'discontinued'],
    attributes: materialShape(stored),
    naturalKey: 'materialNumber',
    sent: {
      ...material,
      baseUom: UnitAsSent(material.baseUom),
      purchaseUom: UnitAsSent(material.purchaseUom),
      composition: material.composition.refine(sumsToOneHundred, 'percentages must sum to 100, within 0.1'),
    },
    label: ({ materialNumber, name }) => `${materialNumber} ${name}`,
  }),
  supplier: entityType({
    title: 'Supplier',
    meaning: 'A normalized supplying organization',
    lifecycleStates: ['prospect', 'onboarding', 'approved', 'suspended', 'inactive'],
    attributes: supplierShape(stored),
    naturalKey: 'supplierCode',
    sent: asSent(supplierShape(asSentValues)),
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
