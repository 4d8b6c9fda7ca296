import { z } from 'zod'
import { WastageBasis } from '../bom/yield-enums.ts'
import { Decimal, EntityId, moneyOf, nullable, text as textOf, UnitOfMeasure } from '../common.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { stored as storedValues, type Values } from '../values/sent-values.ts'
import type { EntityType } from './entity-types.ts'

const text = textOf(500)
const word = textOf(64)

const shareOf = <V extends Values>({ share }: V) => ({
  sharePercent: described(nullable(share as V['share']), 'Share in percent, from 0 to 100. Null if not stated.'),
})

/**
 * Properties of the links that sources send. The other types of links are derived. `values` has the schemas of sent or
 * of stored values.
 */
export const linkShapes = <V extends Values>(values: V) => ({
  SUPPLIED_BY: {
    mpn: described(values.code(255).nullable(), 'Supplier article number (MPN). Null if not stated.'),
    isNominated: described(
      z.boolean().nullable(),
      'Whether the brand requires this supplier for the material. Null if not stated.',
    ),
    price: moneyOf<V['decimal'], V['currency']>(values)
      .nullable()
      .meta({ description: 'Price of one `priceUom` of the material. Null if not stated.' }),
    // Links that were stored before prices had a unit are returned without it.
    priceUom: described(
      nullable(values.unit as V['unit']).optional(),
      'Unit that the price is for. Null or absent for the base unit of the material.',
    ),
    moq: described(nullable(values.decimal as V['decimal']), 'Minimum order quantity. Null if not stated.'),
    leadTimeDays: described(z.int().min(0).max(100_000).nullable(), 'Lead time in days. Null if not stated.'),
    approvalState: described(word.nullable(), 'State of the approval in the source. Null if not stated.'),
  },
  PRODUCED_BY: {
    season: described(word.nullable(), 'Season code. Null if not stated.'),
    sourcingModel: described(word.nullable(), 'Sourcing model, such as `CMT` or `FOB`. Null if not stated.'),
    allocationPercent: described(
      nullable(values.share as V['share']),
      'Share of the production in percent, from 0 to 100. Null if not stated.',
    ),
    state: described(word.nullable(), 'State of the allocation in the source. Null if not stated.'),
  },
  SUBSTITUTE_FOR: {
    reason: described(text.nullable(), 'Reason for the substitution. Null if not stated.'),
    approvedAt: described(nullable(values.time as V['time']), 'Time of the approval. Null if not stated.'),
  },
  CARRIED_OVER_FROM: {
    fromSeason: described(word.nullable(), 'Season of the earlier style. Null if not stated.'),
    toSeason: described(word.nullable(), 'Season of the later style. Null if not stated.'),
  },
  MADE_FROM: shareOf(values),
  OWNED_BY: shareOf(values),
})

const differs = 'Null if it differs between SKUs.'
const usesMaterial = {
  bomLineRef: described(z.string().nullable(), 'Stable ID of the BOM line in its source. Null if the source has none.'),
  lineNumber: described(z.int().nullable(), 'Number of the BOM line. Null if not stated.'),
  section: described(z.string().nullable(), 'Section of the BOM, such as `fabric`. Null if not stated.'),
  placement: described(z.string().nullable(), 'Where the material is used, such as `front body`. Null if not stated.'),
  materialColorCode: described(z.string().nullable(), `Color of the material. ${differs}`),
  uom: described(UnitOfMeasure, 'Unit of the yields.'),
  wastageBasis: WastageBasis,
  isPrimary: described(z.boolean(), 'Whether the source marks the line as primary.'),
  colorways: described(z.array(z.string()), 'Codes of the colorways whose SKUs use the line.'),
  sizes: described(z.array(z.string()), 'Codes of the sizes whose SKUs use the line.'),
  mpn: described(z.string().nullable(), 'Supplier article number (MPN). Null if not stated.'),
  supplierId: described(nullable(EntityId), 'Entity ID of the supplier. Null if the line names none.'),
  netYield: described(nullable(Decimal), `Net quantity of material, without waste. ${differs}`),
  wastagePercent: described(nullable(Decimal), `Waste allowance in percent. ${differs}`),
  grossYield: described(nullable(Decimal), `Gross quantity of material, including waste. ${differs}`),
  grossYieldMin: described(nullable(Decimal), 'Lowest gross quantity of all SKUs. Null if all SKUs have the same.'),
  grossYieldMax: described(nullable(Decimal), 'Highest gross quantity of all SKUs. Null if all SKUs have the same.'),
}

interface LinkTypeEntry<From extends EntityType, To extends EntityType, P extends z.ZodRawShape> {
  from: From
  to: To
  meaning: string
  /** The published properties. */
  properties: P
}

function linkType<From extends EntityType, To extends EntityType, P extends z.ZodRawShape>(
  from: From,
  to: To,
  meaning: string,
  properties: P,
): LinkTypeEntry<From, To, P> {
  return { from, to, meaning, properties }
}

const stored = linkShapes(storedValues)

/**
 * The types of links, with the entity types at both ends and a meaning. Those that sources send are also in
 * `linkShapes`.
 */
export const linkTypes = {
  HAS_SKU: linkType('style', 'sku', 'A style has a SKU', {
    colorwayCode: described(z.string().nullable(), 'Code of the SKU’s colorway. Null if not stated.'),
    sizeCode: described(z.string().nullable(), 'Code of the SKU’s size. Null if not stated.'),
    sizeIndex: described(z.int().nullable(), 'Position of the size in its range. Null if not stated.'),
  }),
  USES_MATERIAL: linkType('style', 'material', 'A style uses a material in a line of its current BOM', usesMaterial),
  SUPPLIED_BY: linkType('material', 'supplier', 'A supplier supplies a material', stored.SUPPLIED_BY),
  PRODUCED_BY: linkType('style', 'supplier', 'A supplier produces a style', stored.PRODUCED_BY),
  PUBLISHES_BOM_FOR: linkType('bom_publication', 'style', 'A BOM publication contains a style', {}),
  SUPERSEDES: linkType('bom_publication', 'bom_publication', 'A BOM publication replaces the one before it', {}),
  SUBSTITUTE_FOR: linkType('material', 'material', 'A material can replace another material', stored.SUBSTITUTE_FOR),
  CARRIED_OVER_FROM: linkType(
    'style',
    'style',
    'A style is carried over from a style of an earlier season',
    stored.CARRIED_OVER_FROM,
  ),
  MADE_FROM: linkType('material', 'material', 'A material is made from another material', stored.MADE_FROM),
  OWNED_BY: linkType('supplier', 'supplier', 'A supplier belongs to another supplier', stored.OWNED_BY),
}

const typeNames = Object.keys(linkTypes) as (keyof typeof linkTypes)[]

export const RelationshipType = enumOf(
  Object.fromEntries(
    typeNames.map((type) => [type, `${linkTypes[type].meaning} (${linkTypes[type].from} → ${linkTypes[type].to})`]),
  ) as Record<keyof typeof linkTypes, string>,
  { id: 'RelationshipType', description: 'Type of a relationship, with the types of the entities that it connects.' },
)
export type RelationshipType = z.infer<typeof RelationshipType>
