import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read } = systemStatements(import.meta.url)

/** `state` is ONLINE, POPULATING or FAILED. `owningConstraint` is null if the index does not belong to a constraint. */
export const listIndexes = read('listIndexes', {
  params: z.object({}),
  row: z.object({ name: z.string(), state: z.string(), owningConstraint: z.string().nullable() }),
})

export const listMigrations = read('listMigrations', {
  params: z.object({}),
  row: z.object({ name: z.string(), checksum: z.string() }),
})
