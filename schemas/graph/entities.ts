import { z } from 'zod'
import { Cursor, EntityId, Limit, nullable, pageOf, responseOf, Timestamp, text } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { SINCE_FORMS, SinceAsSent } from '../values/input-times.ts'
import { EntityType, type EntityTypeOf, entityTypes, lifecycleStateOf } from './entity-types.ts'
import { linkTypes, RelationshipType } from './link-types.ts'

export const ExternalReference = z
  .object({
    system: z.string().meta({ description: 'System that uses the code, such as `erp`.' }),
    instance: z.string().meta({ description: 'Instance of that system, such as `main`.' }),
    kind: z.string().meta({ description: 'Kind of code, such as `material_number`.' }),
    value: z.string().meta({ description: 'The code itself.' }),
    isPrimary: z
      .boolean()
      .meta({ description: 'True for the ID of the record in its own source. Exactly one reference is primary.' }),
    firstSeenAt: described(Timestamp, 'Time of the first event that contained the code.'),
    lastSeenAt: described(
      Timestamp,
      'Time of the last event that contained the code. A previous code has an earlier time than `updatedAt`.',
    ),
  })
  .meta({ id: 'ExternalReference', description: 'A code of the entity in an external system.' })
export type ExternalReference = z.infer<typeof ExternalReference>

function entityOf<T extends EntityType>(type: T) {
  const { title, meaning, attributes } = entityTypes[type] as EntityTypeOf<T>
  return z
    .object({
      id: EntityId,
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      label: z.string().meta({ description: 'Code and name for people. The parameter `q` searches it.' }),
      lifecycleState: lifecycleStateOf(type),
      externalReferences: z
        .array(ExternalReference)
        .meta({ description: 'Codes of the entity in external systems, including previous ones.' }),
      attributes: z
        .object(attributes as EntityTypeOf<T>['attributes'])
        .meta({ id: `${title}Attributes`, description: 'Attributes that only this type of entity has.' }),
      revision: z.int().min(1).meta({ description: 'Number of changes that were applied to the entity.' }),
      createdAt: described(Timestamp, 'Time of the earliest event about the entity.'),
      updatedAt: described(Timestamp, 'Time of the latest event about the entity.'),
    })
    .meta({ id: title, description: `${meaning}.` })
}

type EntitySchema = { [T in EntityType]: ReturnType<typeof entityOf<T>> }[EntityType]

export const Entity = z
  .discriminatedUnion(
    'type',
    EntityType.options.map((type) => entityOf(type)) as unknown as [EntitySchema, ...EntitySchema[]],
  )
  .meta({ id: 'Entity', description: 'An entity with a stable ID and its codes in external systems.' })
  .register(compactRow, { fields: ['id', 'type', 'label', 'lifecycleState'] })
export type Entity = z.infer<typeof Entity>

export const Direction = enumOf(
  {
    outgoing: 'the requested entity is the `from` end',
    incoming: 'the requested entity is the `to` end',
  },
  {
    id: 'Direction',
    description: 'Direction as seen from the requested entity. With `depth` 2 or 3, as seen from the nearer end.',
  },
)
export type Direction = z.infer<typeof Direction>

export const RelationshipEnd = z
  .object({
    id: EntityId,
    type: EntityType,
    label: z.string().nullable().meta({ description: 'Last known label. Null if none was received yet.' }),
    listed: z.boolean().meta({
      description:
        'False if only other records name the entity so far, or if it is deleted. Reading it returns 404 then.',
    }),
  })
  .meta({ id: 'RelationshipEnd', description: 'One end of a relationship.' })

export const RelationshipStop = z
  .object({
    id: EntityId,
    label: z.string().nullable().meta({ description: 'Last known label. Null if none was received yet.' }),
  })
  .meta({ id: 'RelationshipStop', description: 'An entity on a path.' })
export type RelationshipStop = z.infer<typeof RelationshipStop>

function relationshipOf<T extends RelationshipType>(type: T) {
  const { properties, meaning } = linkTypes[type] as (typeof linkTypes)[T]
  const name = type.replace(
    /(^|_)([A-Z])([A-Z]*)/g,
    (_, _gap, first: string, rest: string) => first + rest.toLowerCase(),
  )
  return z
    .object({
      id: described(EntityId, 'ID of the relationship: a UUID.'),
      type: z.literal(type).meta({ description: `Always \`${type}\`.` }),
      direction: Direction,
      hop: z
        .int()
        .min(1)
        .max(3)
        .meta({ description: 'Distance from the requested entity, from 1 to 3. Always 1 without `depth`.' }),
      from: described(RelationshipEnd, 'Entity that the relationship starts at.'),
      to: described(RelationshipEnd, 'Entity that the relationship ends at.'),
      properties: z
        .object(properties as (typeof linkTypes)[T]['properties'])
        .meta({ description: 'Properties that only this type of relationship has.' }),
      source: z
        .object({
          system: z.string().meta({ description: 'System that the relationship comes from.' }),
          recordId: z.string().meta({ description: 'ID of the record in that system.' }),
          extractedAt: described(Timestamp, 'Time of the event that the relationship comes from.'),
        })
        .meta({ description: 'Record that the relationship comes from.' }),
      publicationId: described(
        nullable(EntityId),
        'Entity ID of the BOM publication that the relationship comes from. Null for other sources.',
      ),
      links: z.int().min(1).optional().meta({
        description: 'Number of relationships that lead to the farther end. Only with `distinct=true`.',
      }),
      via: z.array(RelationshipStop).optional().meta({
        description:
          'One shortest path: the requested entity, the entities on the way, and the farther end. Only with `distinct=true`.',
      }),
    })
    .meta({ id: `${name}Relationship`, description: `${meaning}.` })
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
  .register(compactRow, {
    key: ['type', 'from.label', 'to.label'],
    fields: ['type', 'from.label', 'to.label', 'links', 'via.label'],
  })
export type Relationship = z.infer<typeof Relationship>

export const EntityTypeDescription = z
  .object({
    type: EntityType,
    meaning: z.string().meta({ description: 'What an entity of this type stands for.' }),
    naturalKey: z.string().meta({ description: 'Attribute that identifies an entity in its source.' }),
    lifecycleStates: z.array(z.string()).meta({ description: 'Lifecycle states that entities of this type can have.' }),
    attributes: z.array(z.string()).meta({ description: 'Names of the attributes that entities of this type have.' }),
    relationshipTypes: z
      .array(
        z
          .object({
            type: RelationshipType,
            direction: described(Direction, 'Direction as seen from an entity of this type.'),
            other: described(EntityType, 'Type of the entity at the other end.'),
          })
          .meta({ id: 'RelationshipOption', description: 'A relationship that an entity can have.' }),
      )
      .meta({ description: 'Relationships that entities of this type can have.' }),
  })
  .meta({ id: 'EntityTypeDescription', description: 'A type of entity and what entities of it have.' })
  .register(compactRow, { fields: ['type', 'naturalKey', 'lifecycleStates', 'attributes'] })

export type EntityTypeDescription = z.infer<typeof EntityTypeDescription>

export const EntityTypePage = pageOf('EntityTypePage', EntityTypeDescription)

export const EntityPage = pageOf('EntityPage', Entity, {
  truncated: z
    .boolean()
    .meta({ description: 'True if a search has more than 10,000 matches and some were not considered.' }),
  count: z.int().min(0).max(10_000).optional().meta({
    description: 'Number of entities on all pages together; 10,000 means 10,000 or more. Only with `count=true`.',
  }),
  suggestions: z
    .array(z.string())
    .max(5)
    .optional()
    .meta({
      description:
        'Words or labels of the organization that differ from `q` in at most two characters for each word, the nearest first. ' +
        'Only if `q` has no match and something is similar.',
    }),
})

export const EntityResponse = responseOf('EntityResponse', Entity).register(compactRow, {
  fields: [
    ...['id', 'type', 'label', 'lifecycleState', 'attributes'],
    ...['system', 'kind', 'value'].map((name) => `externalReferences.${name}`),
  ],
})

export const RelationshipPage = pageOf('RelationshipPage', Relationship, {
  truncated: z
    .object({
      count: z.int().min(0).meta({ description: 'Number of entities whose relationships are not all returned.' }),
      nodes: z.array(EntityId).max(50).meta({ description: 'IDs of at most 50 of these entities, sorted.' }),
    })
    .meta({
      id: 'TruncatedNodes',
      description: 'Entities whose relationships are not all returned, because a traversal has limits.',
    }),
})

export const ListEntityTypesInput = z.strictObject({})

/** A lifecycle state of any entity type. */
const LifecycleState = enumOf(meaningsOfStates(), {
  id: 'LifecycleState',
  description: 'Lifecycle state. Each type of entity has its own states.',
})

function meaningsOfStates(): Record<string, string> {
  const states = EntityType.options.flatMap((type) =>
    Object.entries(entityTypes[type].meaningsOfStates).map(([state, meaning]) => ({ type, state, meaning })),
  )
  const ofEach = Map.groupBy(states, ({ state }) => state)
  const line = (same: typeof states) => same.map(({ type, meaning }) => `${type}: ${meaning}`).join('; ')
  return Object.fromEntries([...ofEach].map(([state, same]) => [state, line(same)]))
}

const exactly = (max: number, description: string) =>
  text(max)
    .optional()
    .meta({ description: `${description} The value is case-sensitive and must match exactly.` })

export const SearchEntitiesInput = z.strictObject({
  cursor: Cursor.optional(),
  limit: Limit,
  type: described(EntityType.optional(), 'Return only entities of this type.'),
  q: text(500, 1)
    .optional()
    .meta({
      description:
        'Words to search for in labels. Each word must match a whole word or the beginning of one. Case and accents ' +
        'are ignored. Labels and natural keys that equal the whole text come first.',
      example: 'poplin 140',
    }),
  code: text(255, 1)
    .optional()
    .meta({
      description:
        'Return only entities with this code: the natural key, the GTIN, a code of any external system, or, for materials, an ' +
        'article number (MPN) of a supplier. Previous codes count if no entity has the code now. If nothing has exactly this ' +
        'code, case, spaces, and the characters `-_./` are ignored, or it is taken for a label, and `meta.notices` says so. ' +
        'Cannot be combined with `q`.',
    }),
  lifecycleState: described(LifecycleState.optional(), 'Return only entities in this lifecycle state.'),
  season: text(64)
    .optional()
    .meta({ description: 'Return only styles of this season. The value is case-sensitive and must match exactly.' }),
  materialType: exactly(500, 'Return only materials of this type, such as `fabric`.'),
  countryCode: exactly(
    64,
    'Return only suppliers in this country, and materials that originate from it: an ISO 3166-1 alpha-2 code, such as `PT`.',
  ),
  certification: exactly(
    500,
    'Return only materials with the certification of this name, or with `none`, materials that have no certification.',
  ),
  fibre: exactly(255, 'Return only materials whose composition contains this fiber, such as `cotton`.'),
  updatedSince: SinceAsSent.optional().meta({
    description:
      'Return only entities with `updatedAt`, their time in the source, at or after this time, sorted by `updatedAt` and ' +
      `ID. Misses late events and deletions: to keep a copy, use \`GET /v1/changes\`. ${SINCE_FORMS}`,
  }),
  count: z.boolean().optional().meta({
    default: false,
    description: 'Whether to count the entities on all pages together, in `meta.count`. Counts up to 10,000.',
  }),
})

export const GetEntityInput = z.strictObject({
  entityId: EntityId,
})

export const ListEntityRelationshipsInput = z.strictObject({
  entityId: EntityId,
  cursor: Cursor.optional(),
  limit: Limit,
  direction: described(
    Direction.optional(),
    'Return only relationships in this direction. Returns both directions by default.',
  ),
  relationshipType: z.array(RelationshipType).min(1).max(10).optional().meta({
    description:
      'Return only relationships of these types. Repeat the parameter for several types. Applies at each hop.',
  }),
  depth: z
    .int()
    .min(1)
    .max(3)
    .default(1)
    .meta({
      description:
        'Number of hops to traverse, breadth first. Above 1, considers the first 50 relationships of each entity, ' +
        'and at most 1,000 in total.',
    }),
  to: described(
    EntityType.optional(),
    'Return only relationships that end at an entity of this type. Requires `depth` 2 or 3. ' +
      'The traversal still passes through entities of other types.',
  ),
  toSeason: text(64)
    .optional()
    .meta({
      description:
        'Return only relationships that end at a style of this season. Requires `to` with `style`. The value is case-sensitive ' +
        'and must match exactly.',
    }),
  toLifecycleState: described(
    LifecycleState.optional(),
    'Return only relationships that end at an entity in this lifecycle state. Requires `to`.',
  ),
  toCountryCode: text(64)
    .optional()
    .meta({
      description:
        'Return only relationships that end at a supplier in this country, or at a material that originates from it. Requires ' +
        '`to` with `supplier` or `material`. Takes an ISO 3166-1 alpha-2 code, such as `PT`.',
    }),
  distinct: z.boolean().optional().meta({
    default: false,
    description:
      'Whether to return each farther end once, with `links` and `via`. Its row is the first relationship that leads to it.',
  }),
})
