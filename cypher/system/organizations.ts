import { z } from 'zod'
import { MaxShrink, Organization } from '../../schemas/credentials.ts'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const Key = z.object({ key: z.string() })
const Publication = Key.extend({ snapshotId: z.string() })

export const setMaxShrink = write('setMaxShrink', { params: Key.extend({ maxShrink: MaxShrink.nullable() }), row: Key })

export const setQuota = write('setQuota', {
  params: Key.extend({ quota: Organization.shape.quota }),
  row: Key,
})

export const findShrinkGuard = read('findShrinkGuard', {
  params: Publication,
  row: z.object({ maxShrink: MaxShrink.nullable(), refusedAt: MaxShrink.nullable() }),
})

export const rememberRefused = write('rememberRefused', {
  params: Publication.extend({ maxShrink: MaxShrink }),
  row: z.object({}),
})
