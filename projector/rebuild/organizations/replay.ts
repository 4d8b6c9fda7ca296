import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../../cypher/connect.ts'
import { listOrganizations } from '../../../cypher/system/credentials.ts'
import { isOfAnother } from '../../../domain/events/dead-letter-owner.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import type { TopicPartition } from '../../../kafka/consumer.ts'
import type { Log } from '../../../kafka/log.ts'
import type { ProjectorMetrics } from '../../metrics.ts'
import type { Whereabouts } from '../../partitions/claim-partition.ts'
import { createPartitionStates } from '../../partitions/partition-status.ts'
import { createTakeover } from '../../partitions/takeover.ts'
import { createBatchHandler } from '../../pipeline/batch-handler.ts'
import type { PartitionRecord } from '../../pipeline/event-stream.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import { claimReplay, type RebuiltOrganization } from './claim-replay.ts'

/** One batch at a time leaves half of two cores to the events and reads of other organizations. */
const CONCURRENCY = 1
/** A transaction is followed by a pause of this many times its length, which Neo4j has for other organizations. */
const PAUSES = 3
const LONGEST_PAUSE_MS = 3000

export interface ReplayOptions {
  graph: Graph
  connection: KafkaConnection
  topics: string[]
  sessionTimeoutMs: number
  metrics: ProjectorMetrics
  log: Log
  view(topicPartition: TopicPartition): Promise<Whereabouts>
  /** Creates the pipelines that write to a graph, and returns the one of a topic. */
  pipelinesOn(graph: Graph): (topic: string) => Pipeline
  /** Called after each batch. */
  onBatch(): void
  /** Called after an error that waiting cannot fix. The replay has ended. */
  onCrash(error: unknown): void
}

/**
 * Reads the log from its start for one organization, and applies its events. It shares the partitions with the other
 * projectors as a consumer group of its own, and its claims fence each other like those of the projectors.
 */
export function startReplay(options: ReplayOptions, rebuilt: RebuiltOrganization) {
  const { graph, connection } = options
  const { organization, organizationGroup } = rebuilt
  const log = withFields(options.log, { rebuild: organization })
  const states = createPartitionStates()
  const claimIn = (given: TopicPartition, found: Whereabouts) => claimReplay(graph, rebuilt, given, found)
  const takeover = createTakeover({ ...options, log, states, claimIn })
  const handle = createBatchHandler({
    ...options,
    log,
    states,
    takeover,
    groupId: organizationGroup,
    pipelineOf: options.pipelinesOn(withPauses(graph)),
    select: (records) => ownRecords(graph, organization, records),
    commit: async () => undefined,
  })
  const { topics, sessionTimeoutMs, onCrash } = options
  const consumer = connection.consume({
    ...{ topics, sessionTimeoutMs, onCrash },
    groupId: `tda-read-rebuild-${organizationGroup}`,
    concurrency: CONCURRENCY,
    onAssigned: (assignment) => takeover.assign(assignment),
    async onBatch(batch, control) {
      await handle(batch, control)
      options.onBatch()
    },
    onGap: ({ wanted, logStart, logEnd, ...topicPartition }) =>
      takeover.halt(topicPartition, 'gap', `${wanted} is wanted, and the log holds ${logStart} to ${logEnd}`),
  })
  return {
    async stop(): Promise<void> {
      takeover.stop()
      await consumer.stop()
    },
  }
}

export type Replay = ReturnType<typeof startReplay>

/**
 * Leaves out the records whose key names another organization, which are most of the log. Decoding them took longer than
 * applying the rest.
 */
async function ownRecords(graph: Graph, organization: string, records: PartitionRecord[]): Promise<PartitionRecord[]> {
  const organizations = await graph.readFromLeader(listOrganizations, null, { keys: null })
  return records.filter((record) => !isOfAnother(record, organization, organizations))
}

/** A log that adds fields to each line. */
function withFields(log: Log, fields: object): Log {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  }
}

function withPauses(graph: Graph): Graph {
  return {
    ...graph,
    async write(work, runExclusive) {
      const startedAt = performance.now()
      const result = await graph.write(work, runExclusive)
      await delay(Math.min(PAUSES * (performance.now() - startedAt), LONGEST_PAUSE_MS))
      return result
    },
  }
}
