import { z } from 'zod'
import { PublicationMode } from '../bom/publication-mode.ts'
import { EntityId, moneyOf, nullable, Timestamp, text as textOf, UnitOfMeasure } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { asSent, EntityReference, UnitAsSent } from '../values/as-sent.ts'
import { asSentValues, ShareAsSent, stored, type Values } from '../values/sent-values.ts'

/**
 * The entity types. The contract, the events, the stored documents, and the docs of a type are generated from its
 * entry. Each shape is written once and used twice: for what the API returns (values as stored), and for what sources
 * send (values as sent, fields may be absent).
 */
const text = textOf(500)
const word = textOf(64)
const code = textOf(255, 1)

/** GS1 key of 8, 12, 13 or 14 digits with a valid check digit; a string, because leading zeros count. */
export const Gtin = z
  .string()
  .regex(/^(\d{8}|\d{12,14})$/, 'must be 8, 12, 13 or 14 digits')
  .refine(hasValidCheckDigit, 'has a wrong check digit')
  .meta({ description: 'GTIN-8, GTIN-12, GTIN-13, or GTIN-14 with a valid check digit.' })

/**
 * Computes the check digit by the GS1 General Specifications, section 7.9: weights 3 and 1 alternate, starting at the
 * digit before the check digit.
 */
function hasValidCheckDigit(gtin: string): boolean {
  const digits = [...gtin].map(Number).reverse()
  return digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
}

const styleShape = <V extends Values>(values: V) => ({
  styleNumber: described(values.code(255, 1), 'Number of the style in its source.'),
  name: described(text, 'Name of the style.'),
  brand: described(text.nullable(), 'Brand that the style belongs to. Null if not stated.'),
  division: described(text.nullable(), 'Division of the brand. Null if not stated.'),
  gender: described(text.nullable(), 'Gender or age group that the style is made for. Null if not stated.'),
  category: described(text.nullable(), 'Product category. Null if not stated.'),
  subcategory: described(text.nullable(), 'Product subcategory. Null if not stated.'),
  season: values
    .code(64)
    .nullable()
    .meta({ description: 'Season code, such as `SS27`. Null if not stated.', example: 'SS27' }),
  seasonYear: described(z.int().min(1900).max(2999).nullable(), 'Year of the season. Null if not stated.'),
  delivery: described(text.nullable(), 'Delivery window within the season. Null if not stated.'),
  developmentType: described(text.nullable(), 'Kind of development, such as new or carry-over. Null if not stated.'),
  sizes: z.array(values.code(64)).max(200).meta({ description: 'Size codes in selling order.' }),
  sampleSize: described(values.code(64).nullable(), 'Size code of the sample. Null if not stated.'),
  colorways: z
    .array(
      z.object({
        code: described(values.code(64), 'Code of the colorway.'),
        name: described(text.nullable(), 'Name of the colorway. Null if not stated.'),
        state: described(word.nullable(), 'State of the colorway in its source. Null if not stated.'),
      }),
    )
    .max(500)
    .meta({ description: 'Colorways of the style.' }),
  hsCode: described(values.code(32).nullable(), 'Harmonized System (HS) customs code. Null if not stated.'),
  targetCost: moneyOf<V['decimal'], V['currency']>(values)
    .nullable()
    .meta({ description: 'Target cost of one garment. Null if not stated.' }),
})

const skuShape = <V extends Values>(values: V) => ({
  skuCode: described(values.code(255, 1), 'Code of the SKU in its source.'),
  styleNumber: described(values.code(255, 1).nullable(), 'Number of the style. Null if not stated.'),
  colorwayCode: described(values.code(64).nullable(), 'Code of the colorway. Null if not stated.'),
  colorwayName: described(text.nullable(), 'Name of the colorway. Null if not stated.'),
  sizeCode: described(values.code(64).nullable(), 'Code of the size. Null if not stated.'),
  sizeIndex: z
    .int()
    .min(0)
    .max(100_000)
    .nullable()
    .meta({ description: 'Position of the size in its range, for sorting. Null if not stated.' }),
  secondarySizeCode: described(
    values.code(64).nullable(),
    'Code of the second size dimension, such as the inseam. Null if there is none.',
  ),
  gtin: Gtin.nullable().meta({
    description:
      'GTIN-8, GTIN-12, GTIN-13, or GTIN-14 with a valid check digit. A string, because leading zeros count. Null if not stated.',
  }),
  launchDate: described(z.iso.date().nullable(), 'First day of sale (`YYYY-MM-DD`). Null if not stated.'),
  exitDate: described(z.iso.date().nullable(), 'Last day of sale (`YYYY-MM-DD`). Null if not stated.'),
})

const materialShape = <V extends Values>(values: V) => ({
  materialNumber: described(values.code(255, 1), 'Number of the material in its source.'),
  name: described(text, 'Name of the material.'),
  materialType: described(text.nullable(), 'Type of the material, such as `fabric`. Null if not stated.'),
  composition: z
    .array(
      z.object({
        fibre: described(code, 'Name of the fiber.'),
        percent: described(values.share as V['share'], 'Share of the fiber in percent, from 0 to 100.'),
      }),
    )
    .max(50)
    .meta({ description: 'Fibers with their percentages, which sum to 100 within 0.1. Empty if not known.' }),
  baseUom: described(nullable(UnitOfMeasure), 'Base unit, in which the material is counted. Null if not stated.'),
  purchaseUom: described(nullable(UnitOfMeasure), 'Unit in which the material is bought. Null if not stated.'),
  widthCm: described(nullable(values.positive as V['positive']), 'Width in centimeters, above 0. Null if not stated.'),
  cuttableWidthCm: described(
    nullable(values.positive as V['positive']),
    'Usable width in centimeters, above 0. Null if not stated.',
  ),
  weightGsm: described(
    nullable(values.positive as V['positive']),
    'Weight in grams per square meter, above 0. Null if not stated.',
  ),
  shrinkagePercent: described(nullable(values.decimal as V['decimal']), 'Shrinkage in percent. Null if not stated.'),
  countryOfOrigin: described(
    nullable(values.country as V['country']),
    'Country of origin: an ISO 3166-1 alpha-2 code. Null if not stated.',
  ),
  certifications: z.array(text).max(100).meta({ description: 'Names of certifications that the material has.' }),
})

const supplierShape = <V extends Values>(values: V) => ({
  supplierCode: described(values.code(255, 1), 'Code of the supplier in its source.'),
  name: described(text, 'Name of the supplier.'),
  legalName: described(text.nullable(), 'Legal name of the supplier. Null if not stated.'),
  roles: z.array(word).max(50).meta({ description: 'Roles of the supplier, such as `mill` or `factory`.' }),
  tier: z
    .int()
    .min(1)
    .max(4)
    .nullable()
    .meta({ description: 'Tier in the supply chain, from 1 (cuts and sews) to 4 (makes fiber). Null if not stated.' }),
  countryCode: described(
    nullable(values.country as V['country']),
    'Country: an ISO 3166-1 alpha-2 code. Null if not stated.',
  ),
  city: described(text.nullable(), 'City. Null if not stated.'),
  currency: described(
    nullable(values.currency as V['currency']),
    'Currency that the supplier is paid in: an ISO 4217 code. Null if not stated.',
  ),
})

const bomPublicationShape = () => ({
  publicationNumber: described(
    z.int().min(1),
    'Running number of the completed publication in the organization, starting at 1.',
  ),
  snapshotId: described(
    z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'must be a ULID'),
    'ID (ULID) of the BOM snapshot that the publication made.',
  ),
  mode: PublicationMode,
  startedAt: described(Timestamp, 'Time of the event that started the publication.'),
  completedAt: described(Timestamp, 'Time of the event that completed the publication.'),
  sourceSystem: described(z.string(), 'System that published the BOM, such as `plm`.'),
  sourceRunId: described(z.string().nullable(), 'ID of the run in the source system. Null if not stated.'),
  styleCount: described(z.int().min(0), 'Number of styles.'),
  skuCount: described(z.int().min(0), 'Number of SKUs.'),
  lineCount: described(z.int().min(0), 'Number of BOM lines.'),
  rowCount: described(z.int().min(0), 'Number of yield rows.'),
  contentHash: described(
    z.string().nullable(),
    'Hash of all rows of the snapshot, independent of their order. Null if it was not computed.',
  ),
  previousPublicationId: described(
    nullable(EntityId),
    'Entity ID of the completed publication before this one. Null for the first.',
  ),
})

/**
 * Whether percentages add up to 100 within 0.1, so that three thirds may be 33.33. They are added as integers of 10^-16
 * to avoid floating-point errors. A member with an invalid percentage is reported by its own fault.
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
  /** Prefix of the names of its schemas in the contract. */
  title: string
  meaning: string
  lifecycleStates: States
  /** The meaning of each lifecycle state. */
  meaningsOfStates: Readonly<Record<States[number], string>>
  /** The published attributes. */
  attributes: S
  /** The attribute that identifies an entity in its source, such as its number. */
  naturalKey: string & keyof S
  /** The fields that sources send in addition to those of every entity; null for a type that no source sends. */
  sent: E
  /** The label of an entity, made only from its own attributes. */
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
    meaningsOfStates: {
      concept: 'an idea that is not yet developed',
      development: 'being designed and sampled',
      adopted: 'chosen for the collection',
      production: 'being produced and sold',
      discontinued: 'no longer produced',
      dropped: 'rejected before production',
    },
    attributes: styleShape(stored),
    naturalKey: 'styleNumber',
    sent: asSent(styleShape(asSentValues)),
    label: ({ styleNumber, name }) => `${styleNumber} ${name}`,
  }),
  sku: entityType({
    title: 'Sku',
    meaning: 'A specific sellable product variant',
    lifecycleStates: ['planned', 'active', 'phase_out', 'inactive'],
    meaningsOfStates: {
      planned: 'not yet sold',
      active: 'on sale',
      phase_out: 'sold until stock runs out',
      inactive: 'no longer sold',
    },
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
    meaningsOfStates: {
      development: 'being developed',
      submitted: 'waiting for approval',
      approved: 'approved for use',
      restricted: 'to be used only with restrictions',
      discontinued: 'no longer available',
    },
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
    meaningsOfStates: {
      prospect: 'not yet a supplier',
      onboarding: 'being qualified',
      approved: 'approved for orders',
      suspended: 'blocked for the time being',
      inactive: 'no longer used',
    },
    attributes: supplierShape(stored),
    naturalKey: 'supplierCode',
    sent: asSent(supplierShape(asSentValues)),
    label: ({ supplierCode, name }) => `${name} (${supplierCode})`,
  }),
  bom_publication: entityType({
    title: 'BomPublication',
    meaning: 'An immutable completed BOM replacement publication',
    lifecycleStates: ['completed'],
    meaningsOfStates: {
      completed: 'verified and visible as a snapshot',
    },
    attributes: bomPublicationShape(),
    naturalKey: 'publicationNumber',
    sent: null,
    label: ({ publicationNumber, completedAt }) => `BOM publication #${publicationNumber} ${completedAt.slice(0, 10)}`,
  }),
}

export type EntityType = keyof typeof entityTypes
export type EntityTypeOf<T extends EntityType> = (typeof entityTypes)[T]

/** The types of entities that sources send. */
export type SentEntityType = { [T in EntityType]: EntityTypeOf<T>['sent'] extends null ? never : T }[EntityType]

/** The kind of code that the natural key of a type is: `style_number` for `styleNumber`. */
export function codeKindOf(type: EntityType): string {
  return entityTypes[type].naturalKey.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const typeNames = Object.keys(entityTypes) as [EntityType, ...EntityType[]]

export const EntityType = enumOf(
  Object.fromEntries(typeNames.map((type) => [type, entityTypes[type].meaning])) as Record<EntityType, string>,
  { id: 'EntityType', description: 'Type of an entity. New types can be added.' },
)

export const sentEntityTypes = typeNames.filter((type): type is SentEntityType => entityTypes[type].sent !== null)

/** The lifecycle states of a type, with their meanings. */
export function lifecycleStateOf<T extends EntityType>(type: T) {
  const meanings = entityTypes[type].meaningsOfStates as EntityTypeOf<T>['meaningsOfStates']
  return enumOf(meanings, { description: 'Lifecycle state.' })
}
