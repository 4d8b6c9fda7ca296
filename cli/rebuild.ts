import { randomUUID } from 'node:crypto'
import type { Graph } from '../cypher/connect.ts'
import { listOffsets } from '../cypher/offsets.ts'
import * as queries from '../cypher/rebuild.ts'
import { holdReconciliation } from '../cypher/reconcile.ts'
import { listOrganizations } from '../cypher/system.ts'
import type { KafkaConnection } from '../kafka/connect.ts'
import { type PartitionEnds, partitionEnds } from '../kafka/ends.ts'
import { topicIds } from '../kafka/topic-ids.ts'
import { untilLed } from '../kafka/until-led.ts'

export interface RebuildOptions {
  /** The projectors' consumer group. */
  groupId: string
  /** What they read. */
  topics: string[]
  /** Goes on although events are missing at the start of the log. */
  acceptGap: boolean
  /** Hears of each step that is done; the next one waits for it. */
  onProgress?(line: string): void | Promise<void>
  /** Hears of each transaction that took effect, with the rows that it dropped; the first one drops none. */
  onDropped?(rows: number): void
  signal?: AbortSignal
}

const TAKEN_OVER = 'Another `tda rebuild` has taken over: this one stops'
const LINKS_A_TRANSACTION = 5000
const NODES_A_TRANSACTION = 5000
/** Each holds up to a whole event. */
const DOCUMENTS_A_TRANSACTION = 500

// Marks go first, so that nothing is reconciled meanwhile, and what was reconciled goes last.
const steps = [
  ['marks', queries.dropRechecks, DOCUMENTS_A_TRANSACTION],
  ['links', queries.dropLinks, LINKS_A_TRANSACTION],
  ['claims', queries.dropClaims, NODES_A_TRANSACTION],
  ['deleted links', queries.dropDeletedLinks, NODES_A_TRANSACTION],
  ['entities', queries.dropEntities, NODES_A_TRANSACTION],
  ['BOM lines', queries.dropBomLines, NODES_A_TRANSACTION],
  ['BOM styles', queries.dropBomStyles, NODES_A_TRANSACTION],
  ['BOM changes', queries.dropBomChanges, NODES_A_TRANSACTION],
  ['BOM skus', queries.dropBomSkus, NODES_A_TRANSACTION],
  ['staged styles', queries.dropStagedStyles, DOCUMENTS_A_TRANSACTION],
  ['publications', queries.dropPublications, NODES_A_TRANSACTION],
  ['seen events', queries.dropSeenEvents, NODES_A_TRANSACTION],
  ['notices', queries.dropNotices, NODES_A_TRANSACTION],
  ['BOM feeds', queries.dropBomFeeds, NODES_A_TRANSACTION],
  ['timelines', queries.dropTimelines, NODES_A_TRANSACTION],
  ['source records', queries.dropSourceRecords, DOCUMENTS_A_TRANSACTION],
  ['record codes', queries.dropRecordCodes, NODES_A_TRANSACTION],
  ['positions', queries.dropPositions, NODES_A_TRANSACTION],
  ['requirements', queries.dropRequirements, NODES_A_TRANSACTION],
  ['datasets', queries.dropDatasets, DOCUMENTS_A_TRANSACTION],
  ['dataset rows', queries.dropDatasetRows, NODES_A_TRANSACTION],
  ['record type rows', queries.dropRecordTypeRows, NODES_A_TRANSACTION],
  ['dataset loads', queries.dropDatasetLoads, NODES_A_TRANSACTION],
  ['observed fields', queries.dropObservedFields, NODES_A_TRANSACTION],
  ['record letters', queries.dropRecordLetters, NODES_A_TRANSACTION],
  ['notes of arrivals', queries.dropApplied, NODES_A_TRANSACTION],
  ['connected records', queries.dropConnectedRecords, NODES_A_TRANSACTION],
  ['exceptions', queries.dropPositionExceptions, NODES_A_TRANSACTION],
] as const

/**
 * Drops everything that the projectors made of the log and lets them read it from its start. Organizations and
 * credentials stay. From the first step to the last no projector writes: their claims end, and none is given. Interrupted
 * at any moment, it goes on when it is run again.
 * @returns how much was dropped
 * @throws Error when the log does not begin at 0 or is not the one that the graph was filled from, unless `acceptGap`
 */
export async function rebuild(
  graph: Graph,
  connection: KafkaConnection,
  { groupId, topics, acceptGap, onProgress, onDropped, signal }: RebuildOptions,
): Promise<number> {
  const [ends, { clusterId, ids }] = await Promise.all([
    untilLed(() => partitionEnds(connection, topics)),
    topicIds(connection, topics),
  ])
  const offsets = ends.map(({ topic, partition, low, high }) => ({
    ...{ topic, partition, next: Number(low), end: Number(high), clusterId, topicId: ids.get(topic) ?? '' },
  }))
  if (!acceptGap) await refuseGap(graph, groupId, ends, offsets)

  const rebuildId = randomUUID()
  await graph.write(async (run) => {
    await run(queries.beginRebuild, null, { groupId, rebuildId })
    await run(queries.resetOffsets, null, { groupId, offsets })
  })
  onDropped?.(0)
  await awaitReconcilers(graph)
  let total = 0
  for (const [what, query, limit] of steps) {
    const dropped = await drop(graph, query, { groupId, rebuildId, limit, onDropped, signal })
    await onProgress?.(`Dropped ${dropped} ${what}.`)
    total += dropped
  }
  const [finished] = await graph.write((run) => run(queries.finishRebuild, null, { groupId, rebuildId }))
  if (!finished) throw new Error(TAKEN_OVER)
  return total
}

/** Those who look at an organization now end; whoever comes after sees that the group is being rebuilt. */
async function awaitReconcilers(graph: Graph): Promise<void> {
  for (const { key } of await graph.write((run) => run(listOrganizations, null, { keys: null }))) {
    await graph.write((run) => run(holdReconciliation, key, {}))
  }
}

interface Step {
  groupId: string
  rebuildId: string
  /** Rows of one transaction. */
  limit: number
  onDropped: RebuildOptions['onDropped'] | undefined
  signal: AbortSignal | undefined
}

async function drop(
  graph: Graph,
  query: (typeof steps)[number][1],
  { groupId, rebuildId, limit, onDropped, signal }: Step,
): Promise<number> {
  for (let total = 0; ; ) {
    if (signal?.aborted) throw new Error('Interrupted: the projectors wait until `tda rebuild` is run again')
    const dropped = await graph.write(async (run) => {
      const [held] = await run(queries.holdRebuild, null, { groupId, rebuildId })
      if (!held) throw new Error(TAKEN_OVER)
      const [row] = await run(query, null, { limit })
      return row?.dropped ?? 0
    })
    if (dropped === 0) return total
    onDropped?.(dropped)
    total += dropped
  }
}

type Offset = { topic: string; partition: number; clusterId: string; topicId: string }

/** What the log no longer holds would be missing from the graph without a word. */
async function refuseGap(graph: Graph, groupId: string, ends: PartitionEnds[], offsets: Offset[]): Promise<void> {
  const cut = ends.find(({ low }) => low > 0n)
  const advice = 'the events before would be lost; give --accept-gap to rebuild without them'
  if (cut) throw new Error(`${cut.topic}/${cut.partition} begins at ${cut.low}, not at 0: ${advice}`)
  const known = await graph.read(listOffsets, null, { groupId })
  const other = known.find((row) => {
    const now = offsets.find(({ topic, partition }) => topic === row.topic && partition === row.partition)
    return now?.topicId !== row.topicId || now.clusterId !== row.clusterId
  })
  if (other) throw new Error(`${other.topic} is not the topic that the graph was filled from: ${advice}`)
}
