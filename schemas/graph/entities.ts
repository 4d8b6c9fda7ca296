import { z } from 'zod'
import { Cursor, EntityId, Limit, nullable, pageOf, responseOf, Timestamp, text } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { SinceAsSent } from '../input-times.ts'
import { EntityType, type EntityTypeOf, entityTypes } from './entity-types.ts'
import { linkTypes, RelationshipType } from './link-types.ts'

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

function entityOf<T extends EntityType>(type: T) {
  const { title, lifecycleStates, attributes } = entityTypes[type] as EntityTypeOf<T>
  return z
    .object({
      id: EntityId,
      type: z.literal(type),
      label: z.string().meta({ description: 'What people call it: its code and its name. Searched by `q`.' }),
      lifecycleState: z
        .enum(lifecycleStates as EntityTypeOf<T>['lifecycleStates'])
        .meta({ description: 'Where it stands in its life.' }),
      externalReferences: z
        .array(ExternalReference)
        .meta({ description: 'Its codes in other systems, former ones too.' }),
      attributes: z.object(attributes as EntityTypeOf<T>['attributes']).meta({ id: `${title}Attributes` }),
      revision: z.int().min(1).meta({ description: 'Counts the applied changes of the entity.' }),
      createdAt: Timestamp.meta({ description: 'Time of the first event about it.' }),
      updatedAt: Timestamp.meta({ description: 'Time of the last event about it.' }),
    })
    .meta({ id: title })
}

type EntitySchema = { [T in EntityType]: ReturnType<typeof entityOf<T>> }[EntityType]

export const Entity = z
  .discriminatedUnion(
    'type',
    EntityType.options.map((type) => entityOf(type)) as unknown as [EntitySchema, ...EntitySchema[]],
  )
  .meta({ id: 'Entity', description: 'A stable service identity around references to records in external systems.' })
  .register(compactRow, { fields: ['id', 'type', 'label', 'lifecycleState'] })
export type Entity = z.infer<typeof Entity>

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

function relationshipOf<T extends RelationshipType>(type: T) {
  const { properties } = linkTypes[type] as (typeof linkTypes)[T]
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
      properties: z.object(properties as (typeof linkTypes)[T]['properties']),
      source: z.object({ system: z.string(), recordId: z.string(), extractedAt: Timestamp }),
      publicationId: nullable(EntityId).meta({ description: 'The BOM publication that the relationship is from.' }),
    })
    .meta({ id: `${name}Relationship` })
}

type RelationshipSchema = { [T in RelationshipType]: ReturnType<typeof relationshipOf<T>> }[RelationshipType]

export const Relationship = z
  .discriminatedUnion(
    'type',
    RelationshipType.options.map((type) => relationshipOf(type)) as unknown as [
      RelationshipSchema,
      ...RelationshipSchema[],
    ],
  )
  .meta({ id: 'Relationship', description: 'A typed, directed relationship between two entities.' })
  .register(compactRow, { fields: ['id', 'type', 'from.label', 'to.label'] })
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
  .register(compactRow, { fields: ['type', 'meaning', 'naturalKey'] })

export type EntityTypeDescription = z.infer<typeof EntityTypeDescription>

export const EntityTypePage = pageOf('EntityTypePage', EntityTypeDescription)

export const EntityPage = pageOf('EntityPage', Entity, {
  truncated: z.boolean().meta({ description: 'True when a search found more than 10,000 entities and was cut.' }),
})

export const EntityResponse = responseOf('EntityResponse', Entity).register(compactRow, {
  fields: ['id', 'type', 'label', 'lifecycleState', 'attributes'],
})

export const RelationshipPage = pageOf('RelationshipPage', Relationship, {
  truncated: z
    .object({
      count: z.int().min(0).meta({ description: 'Nodes whose relationships were cut.' }),
      nodes: z.array(EntityId).max(50).meta({ description: 'At most 50 of them, by id.' }),
    })
    .meta({ id: 'TruncatedNodes' }),
})

export const ListEntityTypesInput = z.strictObject({})

/** A state of any type. */
const LifecycleState = z.enum([
  ...new Set(EntityType.options.flatMap((type): readonly string[] => entityTypes[type].lifecycleStates)),
])

export const SearchEntitiesInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  type: EntityType.optional().meta({ description: 'Only entities of this type.' }),
  q: text(500, 1)
    .optional()
    .meta({
      description:
        'Words that the label must hold, as wholes or prefixes; case and accents do not count. Whole labels and codes ' +
        'come first.',
      example: 'poplin 140',
    }),
  lifecycleState: LifecycleState.optional().meta({
    description: 'Only entities in this state; each type has its own (listEntityTypes).',
  }),
  season: text(64).optional().meta({ description: 'Only styles of this season, exactly.' }),
  updatedSince: SinceAsSent.optional().meta({
    description: 'Only entities that changed at this time or date (UTC) or later, by (updatedAt, id).',
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
  to: EntityType.optional().meta({
    description:
      'With a `depth` of 2 or 3: only relationships whose farther end has this type; the walk goes on through all.',
  }),
})
