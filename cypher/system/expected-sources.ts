import { z } from 'zod'
import { Timestamp } from '../../schemas/common.ts'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const Expected = z.object({ source: z.string(), withinSeconds: z.int().min(60), since: Timestamp })

/** `since` is a UTC time. */
export const expectSource = write('expectSource', {
  params: Expected.extend({ key: z.string(), withinSeconds: Expected.shape.withinSeconds.nullable() }),
  row: z.object({ key: z.string() }),
})

/** Of one organization, or of all for null. `groupId` is the group of projectors. */
export const listExpectedSources = read('listExpectedSources', {
  params: z.object({ organization: z.string().nullable(), groupId: z.string() }),
  row: Expected.extend({
    organization: z.string(),
    lastAppliedAt: Timestamp.nullable(),
    isSuspended: z.boolean(),
    isRebuilding: z.boolean(),
  }),
})
