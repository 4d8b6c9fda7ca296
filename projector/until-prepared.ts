import type { Graph } from '../cypher/connect.ts'
import { GraphError } from '../cypher/errors.ts'
import { migrate } from '../cypher/migrate.ts'
import { claimGraph, requireGraphOf } from '../cypher/system/installation.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import type { Log } from '../kafka/log.ts'
import { createTopics } from '../kafka/topics/create-topics.ts'
import { claimTopics, regionTopic } from '../kafka/topics/region-topic.ts'
import { topicTable } from '../kafka/topics/topic-table.ts'
import type { Environment } from '../schemas/environment.ts'
import { OtherRegion } from '../schemas/other-region.ts'
import { reasonOf } from './errors.ts'
import { backOff } from './partitions/claim-partition.ts'

export interface PreparationOptions {
  graph: Graph
  connection: KafkaConnection
  environment: Environment
  log: Log
  signal: AbortSignal
}

/**
 * Migrates the graph and creates the topics, and retries until both servers are available. A graph or topics of another
 * region are not changed. The graph is migrated while Kafka is unavailable, too, because APIs need only the graph. The
 * signal ends the wait, even for a server that accepts a connection and does not respond.
 * @returns the number of partitions of the BOM topic; operators may have created it with more than the default
 * @throws errors that waiting cannot fix
 */
export async function untilPrepared({
  graph,
  connection,
  environment,
  log,
  signal,
}: PreparationOptions): Promise<{ bomPartitions: number }> {
  const { KAFKA_TOPIC_PREFIX: prefix, KAFKA_REPLICATION_FACTOR: replicationFactor, DATA_REGION: region } = environment
  const table = topicTable(prefix, environment.KAFKA_TOPIC_PARTITIONS)
  const topics = Object.values(table)
  const prepare = async () => {
    await requireGraphOf(graph, region)
    await migrate(graph)
    await claimGraph(graph, region)
    await claimTopics(connection, { prefix, region, replicationFactor }).catch((error: unknown) => {
      if (error instanceof OtherRegion || connection.isTransient(error)) throw error
      log.warn({ topic: regionTopic({ prefix, region }), reason: reasonOf(error) }, 'topic of the region not created')
    })
    const { partitions, warnings } = await createTopics(connection, { topics, replicationFactor })
    for (const warning of warnings) log.warn({}, warning)
    return { bomPartitions: partitions.get(table.bom.name) ?? 0 }
  }
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const prepared = await Promise.race([prepare(), stopped])
      if (prepared) return prepared
    } catch (error) {
      if (error instanceof OtherRegion || (error instanceof GraphError && error.kind === 'fault')) throw error
      log.warn({ attempt, reason: reasonOf(error) }, 'servers not ready yet')
    }
    await backOff(attempt, signal)
  }
  return { bomPartitions: 0 }
}
