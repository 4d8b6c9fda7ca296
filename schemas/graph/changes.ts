import { z } from 'zod'
import { Cursor, EntityId, Limit, nullable, pageOf, Timestamp } from '../common.ts'
import { compactRow } from '../compact-row.ts'
import { described } from '../described.ts'
import { enumOf } from '../enum-of.ts'
import { SINCE_FORMS, SinceAsSent } from '../values/input-times.ts'
import { EntityType } from './entity-types.ts'
import { RelationshipType } from './link-types.ts'

export const ChangeKind = enumOf(
  {
    entity: 'an entity',
    relationship: 'a relationship that a source sent, or HAS_SKU, which follows from a SKU',
    bom_snapshot: 'a completed BOM publication, with everything that follows from it',
  },
  { id: 'ChangeKind', description: 'What changed.' },
)
export type ChangeKind = z.infer<typeof ChangeKind>

/** Relationships that follow from a BOM publication have no changes of their own. */
const derived: readonly RelationshipType[] = ['USES_MATERIAL', 'PUBLISHES_BOM_FOR', 'SUPERSEDES']
const entityTypesOfChanges = EntityType.options.filter((type) => type !== 'bom_publication')
const relationshipTypesOfChanges = RelationshipType.options.filter((type) => !derived.includes(type))

/** The types of what changed, by kind. */
export const typesOfKind: Readonly<Record<ChangeKind, readonly string[]>> = {
  entity: entityTypesOfChanges,
  relationship: relationshipTypesOfChanges,
  bom_snapshot: ['bom_snapshot'],
}

const meaningsOfTypes = Object.fromEntries([
  ...entityTypesOfChanges.map((type) => [type, 'an entity of this type']),
  ...relationshipTypesOfChanges.map((type) => [type, 'a relationship of this type']),
  ['bom_snapshot', 'a completed BOM publication'],
])

export const ChangedType = enumOf(meaningsOfTypes, {
  id: 'ChangedType',
  description: 'Type of what changed. New types can be added.',
})

export const Change = z
  .object({
    changeId: z.string().meta({ description: 'ID of the change. It is unique within the organization.' }),
    kind: ChangeKind,
    id: z.string().meta({
      description: 'ID of what changed: an entity ID, a relationship ID, or the ID of a BOM snapshot.',
    }),
    type: ChangedType,
    code: z.string().nullable().meta({
      description: 'Natural key of the entity, or the number of the BOM publication. Null for a relationship.',
    }),
    op: enumOf(
      {
        created: 'it is new, or exists again after a deletion',
        updated: 'it was received again, usually with other values',
        deleted: 'it no longer exists',
      },
      { description: 'What happened.' },
    ),
    revision: z.int().min(1).nullable().meta({
      description: '`revision` of the entity after the change. Null for a relationship and a BOM snapshot.',
    }),
    changedFields: z.array(z.string()).meta({
      description:
        'Paths of the fields that an update changed, such as `attributes.season`. Fields that every update changes are ' +
        'not listed: `revision`, `updatedAt`, and the times of codes and of the source. Empty for `created` and `deleted`.',
    }),
    fromId: described(nullable(EntityId), 'ID of the entity that the relationship starts at. Null for other kinds.'),
    toId: described(nullable(EntityId), 'ID of the entity that the relationship ends at. Null for other kinds.'),
    changedAt: described(Timestamp, 'Time of the event in its source.'),
    appliedAt: described(Timestamp, 'Time at which the service applied the event.'),
    source: z
      .object({
        system: z.string().meta({ description: 'System that sent the event.' }),
        instance: z.string().meta({ description: 'Instance of that system.' }),
        recordId: z.string().meta({ description: 'ID of the record in that system.' }),
      })
      .meta({ description: 'Record that the event is about.' }),
  })
  .meta({ id: 'Change', description: 'A change that the service applied.' })
  .register(compactRow, { fields: ['appliedAt', 'op', 'type', 'id', 'code', 'changedFields'] })
export type Change = z.infer<typeof Change>

export const ChangePage = pageOf('ChangePage', Change, {
  resume: described(
    Cursor,
    'Where the list continues after this page, also on the last page. Store it, and pass it as `cursor` on your next visit.',
  ),
})

/** What `since` of changes means, for the list and the export. */
export const CHANGES_SINCE = `Start at the first change that was applied at or after this time. ${SINCE_FORMS}`

export const ListChangesInput = z.strictObject({
  kind: described(ChangeKind.optional(), 'Return only changes of this kind.'),
  type: described(ChangedType.optional(), 'Return only changes of this type.'),
  entityId: described(EntityId.optional(), 'Return only changes of this entity: its history.'),
  since: SinceAsSent.optional().meta({
    description: `${CHANGES_SINCE} Has no effect if you pass \`cursor\`.`,
    example: '2026-09-01T00:00:00Z',
  }),
  cursor: described(
    Cursor.optional(),
    'The `meta.resume` or `links.next` value from an earlier page. Keep `kind`, `type`, and `entityId` unchanged.',
  ),
  limit: Limit,
})
