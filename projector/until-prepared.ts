import { GraphError } from '../cypher/errors.ts'
import type { KafkaConnection } from '../kafka/connection.ts'
import type { Log } from '../kafka/log.ts'
import { createTopics } from '../kafka/topics/create-topics.ts'
import { topicTable } from '../kafka/topics/topic-table.ts'
import type { Environment } from '../schemas/environment.ts'
import { reasonOf } from './errors.ts'
import { backOff } from './partitions/claim-partition.ts'

export interface PreparationOptions {
  migrate(): Promise<unknown>
  connection: KafkaConnection
  environment: Environment
  log: Log
  signal: AbortSignal
}

/**
 * Migrates the graph and creates the topics, and retries until both servers are available. The signal ends the wait,
 * even for a server that accepts a connection and does not respond.
 * @returns the number of partitions of the BOM topic; operators may have created it with more than the default
 * @throws errors that waiting cannot fix
 */
export async function untilPrepared({
  migrate,
  connection,
  environment,
  log,
  signal,
}: PreparationOptions): Promise<{ bomPartitions: number }> {
  const table = topicTable(environment.KAFKA_TOPIC_PREFIX, environment.KAFKA_TOPIC_PARTITIONS)
  const topics = Object.values(table)
  const prepare = async () => {
    await migrate()
    const options = { topics, replicationFactor: environment.KAFKA_REPLICATION_FACTOR }
    const { partitions, warnings } = await createTopics(connection, options)
    for (const warning of warnings) log.warn({}, warning)
    return { bomPartitions: partitions.get(table.bom.name) ?? 0 }
  }
  const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const prepared = await Promise.race([prepare(), stopped])
      if (prepared) return prepared
    } catch (error) {
      if (error instanceof GraphError && error.kind === 'fault') throw error
      log.warn({ attempt, reason: reasonOf(error) }, 'servers not ready yet')
    }
    await backOff(attempt, signal)
  }
  return { bomPartitions: 0 }
}
