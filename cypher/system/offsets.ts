import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const partition = { groupId: z.string(), topic: z.string(), partition: z.int() }
const ids = { clusterId: z.string(), topicId: z.string() }

/**
 * `partitions` is how many the topic has, and `expectedPartitions` how many it must have where the graph knows nothing of it
 * yet. No row comes back while a rebuild drops what there is; `epoch` and `next` are null, and nothing was claimed, where the
 * graph was built from another number of partitions, which is in the row.
 */
export const claimOffset = write('claimOffset', {
  params: z.object({
    ...partition,
    ...ids,
    owner: z.string(),
    logStart: z.int(),
    partitions: z.int(),
    expectedPartitions: z.int(),
  }),
  row: z.object({
    ...ids,
    partitions: z.int(),
    epoch: z.int().nullable(),
    next: z.int().nullable(),
    rebuiltTo: z.int(),
  }),
})

export const advanceOffset = write('advanceOffset', {
  params: z.object({ ...partition, owner: z.string(), epoch: z.int(), from: z.int(), to: z.int() }),
  row: z.object({ epoch: z.int(), next: z.int() }),
})

/** `partitions` is how many the topic had when the graph was built; null where an earlier version claimed last. */
export const listOffsets = read('listOffsets', {
  params: z.object({ groupId: z.string() }),
  row: z.object({
    ...ids,
    topic: z.string(),
    partition: z.int(),
    next: z.int(),
    epoch: z.int(),
    owner: z.string(),
    partitions: z.int().nullable(),
  }),
})

/** `lagSeconds` is how far behind a group was at `measuredAt`; both are null before the first measurement. */
export const getProjectorLag = read('getProjectorLag', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ lagSeconds: z.number().nullable(), measuredAt: z.string().nullable() }),
})

/** `lagSeconds` is how long ago the oldest change arrived that is not applied yet; 0 when all are. */
export const noteLag = write('noteLag', {
  params: z.object({ groupId: z.string(), lagSeconds: z.int(), measuredAt: z.string() }),
  row: z.object({}),
})
