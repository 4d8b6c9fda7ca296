import { z } from 'zod'
import { Decimal, EntityId, moneyOf, nullable, text as textOf, UnitOfMeasure } from '../common.ts'
import { stored as storedValues, type Values } from '../sent-values.ts'
import type { EntityType } from './entity-types.ts'

const text = textOf(500)
const word = textOf(64)

const shareOf = <V extends Values>({ share }: V) => ({ sharePercent: nullable(share as V['share']) })

/** Properties of the links that sources send; the other types are derived. `values` are as sent or as stored. */
export const linkShapes = <V extends Values>(values: V) => ({
  SUPPLIED_BY: {
    mpn: values.code(255).nullable().meta({ description: "The supplier's article number." }),
    isNominated: z.boolean().nullable(),
    price: moneyOf<V['decimal'], V['currency']>(values).nullable(),
    moq: nullable(values.decimal as V['decimal']),
    leadTimeDays: z.int().min(0).max(100_000).nullable(),
    approvalState: word.nullable(),
  },
  PRODUCED_BY: {
    season: word.nullable(),
    sourcingModel: word.nullable(),
    allocationPercent: nullable(values.share as V['share']),
    state: word.nullable(),
  },
  SUBSTITUTE_FOR: { reason: text.nullable(), approvedAt: nullable(values.time as V['time']) },
  CARRIED_OVER_FROM: { fromSeason: word.nullable(), toSeason: word.nullable() },
  MADE_FROM: shareOf(values),
  OWNED_BY: shareOf(values),
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

const stored = linkShapes(storedValues)

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
