import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read } = systemStatements(import.meta.url)

/** `state` is ONLINE, POPULATING or FAILED; `owningConstraint` is null of an index that stands for itself. */
export const listIndexes = read('listIndexes', {
  params: z.object({}),
  row: z.object({ name: z.string(), state: z.string(), owningConstraint: z.string().nullable() }),
})

export const listMigrations = read('listMigrations', {
  params: z.object({}),
  row: z.object({ name: z.string(), checksum: z.string() }),
})
