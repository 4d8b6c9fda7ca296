import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

/** `state` is ONLINE, POPULATING or FAILED. `owningConstraint` is null if the index does not belong to a constraint. */
export const listIndexes = read('listIndexes', {
  params: z.object({}),
  row: z.object({ name: z.string(), state: z.string(), owningConstraint: z.string().nullable() }),
})

export const listMigrations = read('listMigrations', {
  params: z.object({}),
  row: z.object({ name: z.string(), checksum: z.string() }),
})

const named = { params: z.object({ names: z.array(z.string()) }), row: z.object({ created: z.int() }) }

export const createLabels = write('createLabels', named)
export const createTypes = write('createTypes', named)
export const createKeys = write('createKeys', named)
