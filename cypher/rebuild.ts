import { z } from 'zod'
import { readQuery, writeQuery } from './query.ts'

const Group = z.object({ groupId: z.string() })
const Rebuild = Group.extend({ rebuildId: z.string() })
const Dropped = { params: z.object({ limit: z.int() }), row: z.object({ dropped: z.int() }) }
const Place = { topic: z.string(), partition: z.int(), clusterId: z.string(), topicId: z.string() }

/** No row before the group has claimed anything. */
export const findRebuild = readQuery('system/find-rebuild', {
  params: Group,
  row: z.object({ isRebuilding: z.boolean() }),
})

/** No row before the group has claimed anything. */
export const getRebuilds = readQuery('system/get-rebuilds', {
  params: Group,
  row: z.object({ rebuilds: z.int(), isGoingOn: z.boolean() }),
})

export const beginRebuild = writeQuery('system/begin-rebuild', { params: Rebuild, row: Group })

/** Partitions that are not named are forgotten. */
export const resetOffsets = writeQuery('system/reset-offsets', {
  params: Group.extend({ offsets: z.array(z.object({ ...Place, next: z.int(), end: z.int() })) }),
  row: z.object({}),
})

/** No row comes back when another rebuild has taken over. */
export const holdRebuild = writeQuery('system/hold-rebuild', { params: Rebuild, row: Group })

export const dropLinks = writeQuery('system/drop-links', Dropped)
export const dropClaims = writeQuery('system/drop-claims', Dropped)
export const dropDeletedLinks = writeQuery('system/drop-deleted-links', Dropped)
export const dropEntities = writeQuery('system/drop-entities', Dropped)
export const dropBomLines = writeQuery('system/drop-bom-lines', Dropped)
export const dropBomStyles = writeQuery('system/drop-bom-styles', Dropped)
export const dropBomChanges = writeQuery('system/drop-bom-changes', Dropped)
export const dropBomSkus = writeQuery('system/drop-bom-skus', Dropped)
export const dropStagedStyles = writeQuery('system/drop-staged-styles', Dropped)
export const dropPublications = writeQuery('system/drop-publications', Dropped)
export const dropSeenEvents = writeQuery('system/drop-seen-events', Dropped)
export const dropNotices = writeQuery('system/drop-notices', Dropped)
export const dropBomFeeds = writeQuery('system/drop-bom-feeds', Dropped)
export const dropTimelines = writeQuery('system/drop-timelines', Dropped)
export const dropSourceRecords = writeQuery('system/drop-source-records', Dropped)
export const dropRecordCodes = writeQuery('system/drop-record-codes', Dropped)
export const dropConnectedRecords = writeQuery('system/drop-connected-records', Dropped)
export const dropPositions = writeQuery('system/drop-positions', Dropped)
export const dropRequirements = writeQuery('system/drop-requirements', Dropped)
export const dropDatasets = writeQuery('system/drop-datasets', Dropped)
export const dropDatasetRows = writeQuery('system/drop-dataset-rows', Dropped)
export const dropRecordTypeRows = writeQuery('system/drop-record-type-rows', Dropped)
export const dropDatasetLoads = writeQuery('system/drop-dataset-loads', Dropped)
export const dropObservedFields = writeQuery('system/drop-observed-fields', Dropped)
export const dropRecordLetters = writeQuery('system/drop-record-letters', Dropped)
export const dropPositionExceptions = writeQuery('system/drop-position-exceptions', Dropped)
export const dropRechecks = writeQuery('system/drop-rechecks', Dropped)
export const dropApplied = writeQuery('system/drop-applied', Dropped)

export const finishRebuild = writeQuery('system/finish-rebuild', { params: Rebuild, row: Group })
