import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const partition = { groupId: z.string(), topic: z.string(), partition: z.int() }
const ids = { clusterId: z.string(), topicId: z.string() }

/**
 * `partitions` is the current number of partitions of the topic. `expectedPartitions` is the required number if the
 * graph has no offset of the topic. Returns no row while a rebuild deletes the graph. If the graph was built from
 * another number of partitions, nothing is claimed: `epoch` and `next` are null, and the row contains that number. The
 * feed contains the changes of the events from offset `feedFrom` to `feedTo`, and began at `feedFromAt`, in epoch
 * milliseconds. `feedBefore` is the feed before this claim; it differs if a new one begins. Events before `decidedTo` were
 * applied to the graph from whose backup this one was restored.
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
    decidedTo: z.int(),
    feed: z.string().nullable(),
    feedFrom: z.int().nullable(),
    feedFromAt: z.int().nullable(),
    feedTo: z.int().nullable(),
    feedBefore: z.string().nullable(),
  }),
})

export const advanceOffset = write('advanceOffset', {
  params: z.object({ ...partition, owner: z.string(), epoch: z.int(), from: z.int(), to: z.int() }),
  row: z.object({ epoch: z.int(), next: z.int(), feedTo: z.int(), appliedAt: z.int() }),
})

/** `next` is the offset of the first event that is not applied yet. `appliedAt` is null before the first event. */
export const getOffset = read('getOffset', {
  params: z.object(partition),
  row: z.object({ next: z.int(), appliedAt: z.int().nullable() }),
})

export const listTopics = read('listTopics', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ topic: z.string() }),
})

const Feed = z.object({ feed: z.string() })
export const countReplaying = read('countReplaying', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ partitions: z.int() }),
})
export const settleFeed = write('settleFeed', {
  params: Feed.extend({ except: z.array(z.string()) }),
  row: z.object({}),
})
export const replaceFeed = write('replaceFeed', { params: Feed, row: z.object({}) })

/**
 * `partitions` is the topic's number of partitions when the graph was built; null if an earlier version claimed last.
 */
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

/** `lagSeconds` is the lag of the group at `measuredAt`. Both are null before the first measurement. */
export const getProjectorLag = read('getProjectorLag', {
  params: z.object({ groupId: z.string() }),
  row: z.object({ lagSeconds: z.number().nullable(), measuredAt: z.string().nullable() }),
})

/** `lagSeconds` is the age of the oldest change that is not applied yet; 0 if all are applied. */
export const noteLag = write('noteLag', {
  params: z.object({ groupId: z.string(), lagSeconds: z.int(), measuredAt: z.string() }),
  row: z.object({}),
})
