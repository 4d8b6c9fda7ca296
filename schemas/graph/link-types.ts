import { z } from 'zod'
import { Decimal, EntityId, moneyOf, nullable, Timestamp, text as textOf, UnitOfMeasure } from '../common.ts'
import type { EntityType } from './entity-types.ts'

const text = textOf(500)
const word = textOf(64)

const share = <D extends z.ZodType>(decimal: D) => ({ sharePercent: nullable(decimal) })

/** Properties of the links that sources send; the other types are derived. `D` is a decimal as sent or as stored. */
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

const usesMaterial = {
  bomLineRef: z.string().nullable(),
  lineNumber: z.int().nullable(),
  section: z.string().nullable(),
  placement: z.string().nullable(),
  materialColorCode: z.string().nullable(),
  uom: UnitOfMeasure,
  wastageBasis: z.enum(['on_net', 'on_gross']),
  isPrimary: z.boolean(),
  colorways: z.array(z.string()),
  sizes: z.array(z.string()),
  mpn: z.string().nullable(),
  supplierId: nullable(EntityId),
  netYield: nullable(Decimal),
  wastagePercent: nullable(Decimal),
  grossYield: nullable(Decimal),
  grossYieldMin: nullable(Decimal),
  grossYieldMax: nullable(Decimal),
}

interface LinkTypeEntry<From extends EntityType, To extends EntityType, P extends z.ZodRawShape> {
  from: From
  to: To
  /** As they are published. */
  properties: P
}

function linkType<From extends EntityType, To extends EntityType, P extends z.ZodRawShape>(
  from: From,
  to: To,
  properties: P,
): LinkTypeEntry<From, To, P> {
  return { from, to, properties }
}

const stored = linkShapes(Decimal)

/** The types of links: which entities each joins, and what it says. Those that sources send stand in `linkShapes` too. */
export const linkTypes = {
  HAS_SKU: linkType('style', 'sku', {
    colorwayCode: z.string().nullable(),
    sizeCode: z.string().nullable(),
    sizeIndex: z.int().nullable(),
  }),
  USES_MATERIAL: linkType('style', 'material', usesMaterial),
  SUPPLIED_BY: linkType('material', 'supplier', stored.SUPPLIED_BY),
  PRODUCED_BY: linkType('style', 'supplier', stored.PRODUCED_BY),
  PUBLISHES_BOM_FOR: linkType('bom_publication', 'style', {}),
  SUPERSEDES: linkType('bom_publication', 'bom_publication', {}),
  SUBSTITUTE_FOR: linkType('material', 'material', stored.SUBSTITUTE_FOR),
  CARRIED_OVER_FROM: linkType('style', 'style', stored.CARRIED_OVER_FROM),
  MADE_FROM: linkType('material', 'material', stored.MADE_FROM),
  OWNED_BY: linkType('supplier', 'supplier', stored.OWNED_BY),
}

const typeNames = Object.keys(linkTypes) as [keyof typeof linkTypes, ...(keyof typeof linkTypes)[]]

export const RelationshipType = z.enum(typeNames).meta({ id: 'RelationshipType' })
export type RelationshipType = z.infer<typeof RelationshipType>
