import { z } from 'zod'
import {
  bomPublicationShape,
  linkEnds,
  linkShapes,
  materialShape,
  skuShape,
  styleShape,
  supplierShape,
} from './attributes.ts'
import {
  Cursor,
  Decimal,
  EntityId,
  Limit,
  nullable,
  pageOf,
  responseOf,
  Timestamp,
  text,
  UnitOfMeasure,
} from './common.ts'

export const EntityType = z
  .enum(['style', 'sku', 'material', 'supplier', 'bom_publication'])
  .meta({ id: 'EntityType', description: 'A type of the allowlisted vocabulary; it may grow.' })
export type EntityType = z.infer<typeof EntityType>

export const lifecycleStates = {
  style: ['concept', 'development', 'adopted', 'production', 'discontinued', 'dropped'],
  sku: ['planned', 'active', 'phase_out', 'inactive'],
  material: ['development', 'submitted', 'approved', 'restricted', 'discontinued'],
  supplier: ['prospect', 'onboarding', 'approved', 'suspended', 'inactive'],
  bom_publication: ['completed'],
} as const satisfies Record<EntityType, readonly [string, ...string[]]>

/** The attribute that is an entity's natural key, by type. */
export const naturalKeys = {
  style: 'styleNumber',
  sku: 'skuCode',
  material: 'materialNumber',
  supplier: 'supplierCode',
  bom_publication: 'publicationNumber',
} as const satisfies Record<EntityType, string>

export const entityAttributes = {
  style: z.object(styleShape(Decimal)).meta({ id: 'StyleAttributes' }),
  sku: z.object(skuShape()).meta({ id: 'SkuAttributes' }),
  material: z.object(materialShape(Decimal)).meta({ id: 'MaterialAttributes' }),
  supplier: z.object(supplierShape()).meta({ id: 'SupplierAttributes' }),
  bom_publication: z.object(bomPublicationShape()).meta({ id: 'BomPublicationAttributes' }),
}

export const ExternalReference = z
  .object({
    system: z.string(),
    instance: z.string(),
    kind: z.string(),
    value: z.string(),
    isPrimary: z.boolean().meta({ description: "True for the record's own id in its source." }),
    firstSeenAt: Timestamp,
    lastSeenAt: Timestamp.meta({ description: 'Earlier than the entity’s updatedAt when the code is a former one.' }),
  })
  .meta({ id: 'ExternalReference', description: 'A code of the entity in an external system.' })
export type ExternalReference = z.infer<typeof ExternalReference>

function entityOf<T extends EntityType, A extends z.ZodType>(name: string, type: T, attributes: A) {
  return z
    .object({
      id: EntityId,
      type: z.literal(type),
      label: z.string().meta({ description: 'What people call it: its code and its name. Searched by `q`.' }),
      lifecycleState: z.enum(lifecycleStates[type]).meta({ description: 'Where it stands in its life.' }),
      externalReferences: z
        .array(ExternalReference)
        .meta({ description: 'Its codes in other systems, former ones too.' }),
      attributes,
      revision: z.int().min(1).meta({ description: 'Counts the applied changes of the entity.' }),
      createdAt: Timestamp.meta({ description: 'Time of the first event about it.' }),
      updatedAt: Timestamp.meta({ description: 'Time of the last event about it.' }),
    })
    .meta({ id: name })
}

export const Entity = z
  .discriminatedUnion('type', [
    entityOf('Style', 'style', entityAttributes.style),
    entityOf('Sku', 'sku', entityAttributes.sku),
    entityOf('Material', 'material', entityAttributes.material),
    entityOf('Supplier', 'supplier', entityAttributes.supplier),
    entityOf('BomPublication', 'bom_publication', entityAttributes.bom_publication),
  ])
  .meta({ id: 'Entity', description: 'A stable service identity around references to records in external systems.' })
export type Entity = z.infer<typeof Entity>

export const RelationshipType = z
  .enum(Object.keys(linkEnds) as [keyof typeof linkEnds, ...(keyof typeof linkEnds)[]])
  .meta({ id: 'RelationshipType' })
export type RelationshipType = z.infer<typeof RelationshipType>

export const Direction = z
  .enum(['outgoing', 'incoming'])
  .meta({ id: 'Direction', description: 'As seen from the requested entity, or from the nearer end at depth 2 and 3.' })
export type Direction = z.infer<typeof Direction>

export const RelationshipEnd = z
  .object({
    id: EntityId,
    type: EntityType,
    label: z.string().nullable(),
    listed: z.boolean().meta({ description: 'False while the entity was only named by others, or is deleted.' }),
  })
  .meta({ id: 'RelationshipEnd' })

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

/** Properties of a relationship, by its type. */
const shapes = {
  ...linkShapes(Decimal),
  HAS_SKU: {
    colorwayCode: z.string().nullable(),
    sizeCode: z.string().nullable(),
    sizeIndex: z.int().nullable(),
  },
  USES_MATERIAL: usesMaterial,
  PUBLISHES_BOM_FOR: {},
  SUPERSEDES: {},
}

function relationshipOf<T extends RelationshipType, P extends z.ZodRawShape>(type: T, properties: P) {
  const name = type.replace(
    /(^|_)([A-Z])([A-Z]*)/g,
    (_, _gap, first: string, rest: string) => first + rest.toLowerCase(),
  )
  return z
    .object({
      id: EntityId,
      type: z.literal(type),
      direction: Direction,
      hop: z
        .int()
        .min(1)
        .max(3)
        .meta({ description: 'Distance from the requested entity; 1 unless `depth` is given.' }),
      from: RelationshipEnd,
      to: RelationshipEnd,
      properties: z.object(properties),
      source: z.object({ system: z.string(), recordId: z.string(), extractedAt: Timestamp }),
      publicationId: nullable(EntityId).meta({ description: 'The BOM publication that the relationship is from.' }),
    })
    .meta({ id: `${name}Relationship` })
}

export const Relationship = z
  .discriminatedUnion('type', [
    relationshipOf('HAS_SKU', shapes.HAS_SKU),
    relationshipOf('USES_MATERIAL', shapes.USES_MATERIAL),
    relationshipOf('SUPPLIED_BY', shapes.SUPPLIED_BY),
    relationshipOf('PRODUCED_BY', shapes.PRODUCED_BY),
    relationshipOf('PUBLISHES_BOM_FOR', shapes.PUBLISHES_BOM_FOR),
    relationshipOf('SUPERSEDES', shapes.SUPERSEDES),
    relationshipOf('SUBSTITUTE_FOR', shapes.SUBSTITUTE_FOR),
    relationshipOf('CARRIED_OVER_FROM', shapes.CARRIED_OVER_FROM),
    relationshipOf('MADE_FROM', shapes.MADE_FROM),
    relationshipOf('OWNED_BY', shapes.OWNED_BY),
  ])
  .meta({ id: 'Relationship', description: 'A typed, directed relationship between two entities.' })
export type Relationship = z.infer<typeof Relationship>

export const EntityTypeDescription = z
  .object({
    type: EntityType,
    meaning: z.string(),
    naturalKey: z.string().meta({ description: 'The attribute that names an entity in its source.' }),
    lifecycleStates: z.array(z.string()),
    attributes: z.array(z.string()),
    relationshipTypes: z.array(
      z.object({ type: RelationshipType, direction: Direction, other: EntityType }).meta({ id: 'RelationshipOption' }),
    ),
  })
  .meta({ id: 'EntityTypeDescription' })

export type EntityTypeDescription = z.infer<typeof EntityTypeDescription>

export const EntityTypePage = pageOf('EntityTypePage', EntityTypeDescription)

export const EntityPage = pageOf('EntityPage', Entity, {
  truncated: z.boolean().meta({ description: 'True when a search found more than 10,000 entities and was cut.' }),
})

export const EntityResponse = responseOf('EntityResponse', Entity)

export const RelationshipPage = pageOf('RelationshipPage', Relationship, {
  truncated: z
    .object({
      count: z.int().min(0).meta({ description: 'Nodes whose relationships were cut.' }),
      nodes: z.array(EntityId).max(50).meta({ description: 'At most 50 of them, by id.' }),
    })
    .meta({ id: 'TruncatedNodes' }),
})

export const ListEntityTypesInput = z.strictObject({})

export const SearchEntitiesInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  type: EntityType.optional().meta({ description: 'Only entities of this type.' }),
  q: text(500, 1)
    .optional()
    .meta({
      description:
        'Words that the label must hold: each word of `q`, as a whole or as a prefix; case and accents do not count. ' +
        'Whole labels and codes come first, then whole words, then prefixes.',
      example: 'poplin 120',
    }),
})

export const GetEntityInput = z.strictObject({
  entityId: EntityId,
})

export const ListEntityRelationshipsInput = z.strictObject({
  entityId: EntityId,
  cursor: Cursor.optional(),
  limit: Limit,
  direction: Direction.optional(),
  relationshipType: z
    .array(RelationshipType)
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'Only relationships of these types; may be given several times.' }),
  depth: z
    .int()
    .min(1)
    .max(3)
    .default(1)
    .meta({
      description:
        'Hops to walk, breadth first: of each node the first 50 relationships by (type, id), 1,000 in all. ' +
        'Filters hold at each hop.',
    }),
})
