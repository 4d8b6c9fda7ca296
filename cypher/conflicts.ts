import { z } from 'zod'
import { EntityType } from '../schemas/graph.ts'
import { readQuery } from './query.ts'

/** Codes that several live entities claim. */
export const findConflicts = readQuery('graph/find-conflicts', {
  params: z.object({ limit: z.int() }),
  row: z.object({
    system: z.string(),
    instance: z.string(),
    kind: z.string(),
    value: z.string(),
    entities: z.array(z.object({ id: z.string(), type: EntityType, label: z.string() })),
  }),
})
