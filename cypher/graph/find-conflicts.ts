import { z } from 'zod'
import { EntityType } from '../../schemas/graph/entity-types.ts'
import { tenantStatements } from '../query.ts'

const { read } = tenantStatements(import.meta.url)

/** Codes that several live entities claim. */
export const findConflicts = read('findConflicts', {
  params: z.object({ limit: z.int() }),
  row: z.object({
    system: z.string(),
    instance: z.string(),
    kind: z.string(),
    value: z.string(),
    entities: z.array(z.object({ id: z.string(), type: EntityType, label: z.string() })),
  }),
})
