import { z } from 'zod'
import { Cursor, EntityId, Limit, pageOf, text } from '../common.ts'
import { EntityType } from '../graph/entity-types.ts'
import { SystemName } from '../materials/connected-operations.ts'

export const IngestConflict = z
  .object({
    system: z.string(),
    instance: z.string(),
    kind: z.string().meta({ description: 'The kind of code, such as `material_number`.' }),
    value: z.string(),
    entityCount: z.int().min(2),
    entities: z
      .array(z.object({ id: EntityId, type: EntityType, label: z.string() }))
      .meta({ description: 'The first 20 of them by id.' }),
  })
  .meta({
    id: 'IngestConflict',
    description: 'A code that several live entities claim: a look-up by it is ambiguous until one of them gives it up.',
  })
export type IngestConflict = z.infer<typeof IngestConflict>

export const IngestConflictPage = pageOf('IngestConflictPage', IngestConflict)

export const ListIngestConflictsInput = z.strictObject({
  kind: text(64, 1).optional().meta({ description: 'The kind of code, exactly.', example: 'material_number' }),
  system: SystemName.optional().meta({ description: 'Only codes of this system.' }),
  cursor: Cursor.optional(),
  limit: Limit,
})
