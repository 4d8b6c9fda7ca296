import { z } from 'zod'
import { systemStatements } from '../query.ts'
import { Stage } from './rebuild.ts'

const { read, write } = systemStatements(import.meta.url)

const groups = { groupId: z.string(), organizationGroup: z.string() }
const place = { topic: z.string(), partition: z.int() }

/** `owner` identifies what locks. `stage` is null unless the whole graph is being rebuilt. */
export const lockGroup = write('lockGroup', {
  params: z.object({ groupId: z.string(), owner: z.string() }),
  row: z.object({ stage: Stage.nullable() }),
})

/** `next` is the offset at which the log of a partition begins. */
export const deferOrganization = write('deferOrganization', {
  params: z.object({
    ...groups,
    organization: z.string(),
    offsets: z.array(z.object({ ...place, next: z.int() })),
  }),
  row: z.object({ partitions: z.int() }),
})

/** The columns mean the same as those of `claimOffset`. */
export const claimReplay = write('claimReplay', {
  params: z.object({ organizationGroup: z.string(), ...place, owner: z.string() }),
  row: z.object({
    epoch: z.int(),
    next: z.int(),
    clusterId: z.string(),
    topicId: z.string(),
    partitions: z.int(),
    rebuiltTo: z.int(),
    feed: z.string(),
    feedFrom: z.int(),
    feedFromAt: z.int(),
    feedTo: z.int(),
  }),
})

/** `until` is null while the organization is rebuilt: then all of its events are skipped. */
export const listDeferred = read('listDeferred', {
  params: z.object({ groupId: z.string(), ...place }),
  row: z.object({ organization: z.string(), until: z.int().nullable() }),
})

/** `next` is the offset of the replay, and `live` that of the group. */
export const listReplays = read('listReplays', {
  params: z.object(groups),
  row: z.object({ ...place, next: z.int(), feedTo: z.int(), live: z.int() }),
})

export const listAhead = read('listAhead', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ organization: z.string() }),
})

/**
 * Returns no row if the group has passed the replay, the replay has not reached events that are new, or another rebuild
 * of the organization has begun.
 */
export const handOver = write('handOver', {
  params: z.object({ ...groups, ...place, generation: z.int() }),
  row: z.object({ at: z.int() }),
})

/** `seconds` is the time since the rebuild began. */
export const listOrganizationRebuilds = read('listOrganizationRebuilds', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ organization: z.string(), generation: z.int(), stage: Stage, seconds: z.int() }),
})
