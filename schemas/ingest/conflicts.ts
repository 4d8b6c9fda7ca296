import { z } from 'zod'
import { Cursor, EntityId, Limit, pageOf, text } from '../common.ts'
import { described } from '../described.ts'
import { EntityType } from '../graph/entity-types.ts'
import { SystemName } from '../materials/connected-operations.ts'

export const IngestConflict = z
  .object({
    system: z.string().meta({ description: 'System that uses the code, such as `erp`.' }),
    instance: z.string().meta({ description: 'Instance of the system, such as `main`.' }),
    kind: z.string().meta({ description: 'Kind of code, such as `material_number`.' }),
    value: z.string().meta({ description: 'The code itself.' }),
    entityCount: z.int().min(2).meta({ description: 'Number of entities that have the code.' }),
    entities: z
      .array(
        z.object({
          id: EntityId,
          type: EntityType,
          label: z.string().meta({ description: 'Code and name of the entity for people.' }),
        }),
      )
      .meta({ description: 'The first 20 of these entities, sorted by ID.' }),
  })
  .meta({
    id: 'IngestConflict',
    description: 'A duplicate code: several entities have it, so a lookup by it is ambiguous.',
  })
export type IngestConflict = z.infer<typeof IngestConflict>

export const IngestConflictPage = pageOf('IngestConflictPage', IngestConflict)

export const ListIngestConflictsInput = z.strictObject({
  kind: text(64, 1).optional().meta({
    description: 'Return only codes of this kind. The value must match exactly.',
    example: 'material_number',
  }),
  system: described(SystemName.optional(), 'Return only codes of this system.'),
  cursor: Cursor.optional(),
  limit: Limit,
})
