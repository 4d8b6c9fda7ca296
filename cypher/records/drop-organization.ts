import { z } from 'zod'
import { tenantStatements } from '../query.ts'
import { projectedCounts } from '../system/rebuild.ts'

const { read, write } = tenantStatements(import.meta.url)

const limited = { params: z.object({ limit: z.int() }), row: z.object({ dropped: z.int() }) }

export const countOwnProjected = read('countOwnProjected', {
  params: z.object({}),
  row: z.object(projectedCounts),
  hasLabelInText: true,
})
/** `entries` is the number of invalidations that the rebuild waits for. */
export const countRebuildEntries = read('countRebuildEntries', {
  params: z.object({}),
  row: z.object({ entries: z.int() }),
})
export const dropOwnLinks = write('dropOwnLinks', limited)
export const dropOwnProjected = write('dropOwnProjected', { ...limited, hasLabelInText: true })
export const dropResolvedExceptions = write('dropResolvedExceptions', limited)
export const dropOwnNodes = write('dropOwnNodes', { ...limited, hasLabelInText: true })
