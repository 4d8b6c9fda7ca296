import { z } from 'zod'
import { systemStatements } from '../query.ts'

const { read, write } = systemStatements(import.meta.url)

const Group = z.object({ groupId: z.string() })
const Rebuild = Group.extend({ rebuildId: z.string() })
const Limit = z.object({ limit: z.int() })
const Dropped = z.object({ dropped: z.int() })
const Place = { topic: z.string(), partition: z.int(), clusterId: z.string(), topicId: z.string() }

/**
 * `dropping`: `tda rebuild` deletes the graph. `applying`: projectors replay all events. `reconciling`: reconcilers
 * process the resulting invalidations.
 */
export const Stage = z.enum(['dropping', 'applying', 'reconciling'])
/** The generation is odd while a rebuild is running. Every rebuild has new generations. */
const State = z.object({ generation: z.int(), stage: Stage.nullable() })

/** Returns no row before the group has claimed a partition. */
export const getRebuild = read('getRebuild', { params: Group, row: State })
export const getGeneration = read('getGeneration', {
  params: Group.extend({ organizationGroup: z.string().nullable() }),
  row: z.object({ generation: z.int() }),
})
export const getRebuildProgress = read('getRebuildProgress', {
  params: Group,
  row: State.extend({ records: z.int(), entries: z.int() }),
})

/** Returns when every transaction of the groups that moves an offset and began earlier has ended. */
export const awaitBatches = write('awaitBatches', {
  params: z.object({ groupIds: z.array(z.string()) }),
  row: z.object({}),
})

export const beginRebuild = write('beginRebuild', { params: Rebuild, row: Group })

/** Partitions that are not listed are deleted. */
export const resetOffsets = write('resetOffsets', {
  params: Group.extend({ offsets: z.array(z.object({ ...Place, partitions: z.int(), next: z.int(), end: z.int() })) }),
  row: z.object({}),
})

/** Returns no row when another rebuild has taken over. */
export const lockRebuild = write('lockRebuild', { params: Rebuild, row: Group })

/** Counts of what projectors wrote: all nodes, and the kinds of nodes that operators know. */
export const projectedCounts = {
  nodes: z.int(),
  entities: z.int(),
  publications: z.int(),
  bomLines: z.int(),
  sourceRecords: z.int(),
  positions: z.int(),
  exceptions: z.int(),
}
export const countProjected = read('countProjected', {
  params: z.object({}),
  row: z.object({ ...projectedCounts, links: z.int() }),
})
export const dropLinks = write('dropLinks', { params: Limit, row: Dropped })
export const dropProjected = write('dropProjected', { params: Limit, row: Dropped })

/** Returns no row when another rebuild has taken over. */
export const endDrop = write('endDrop', { params: Rebuild, row: Group })

/** `behind` is a number of partitions. Returns no row when the rebuild is no longer at that stage. */
export const lockOffsets = write('lockOffsets', {
  params: Group.extend({ generation: z.int(), stage: z.string() }),
  row: z.object({ behind: z.int() }),
})

/** `stage` is null when the rebuild is finished. */
export const setRebuildStage = write('setRebuildStage', {
  params: Group.extend({ stage: z.literal('reconciling').nullable() }),
  row: z.object({}),
})
