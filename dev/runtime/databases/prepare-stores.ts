import { setTimeout as delay } from 'node:timers/promises'
import type { Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import type { Environment } from '../../../schemas/environment.ts'

const RESPOND_WITHIN_MS = 10_000
const ASK_EVERY_MS = 300

/**
 * Creates the topics and migrates the graph.
 * @throws Error that says which server cannot be used and which variables to look at, when one does not answer.
 */
export async function prepareStores(
  graph: Graph,
  connection: KafkaConnection,
  environment: Environment,
  onProgress: (line: string) => void,
) {
  await Promise.all([
    untilReachable('Neo4j', 'NEO4J_', () => graph.ping()),
    untilReachable('Kafka', 'KAFKA_', () => connection.withAdmin((admin) => admin.listTopics())),
  ])
  const topics = Object.values(topicTable(environment.KAFKA_TOPIC_PREFIX, environment.KAFKA_TOPIC_PARTITIONS))
  onProgress('Creating the topics and the schema of the graph.')
  const [applied, { warnings }] = await Promise.all([
    migrate(graph),
    createTopics(connection, { topics, replicationFactor: environment.KAFKA_REPLICATION_FACTOR }),
  ])
  for (const warning of warnings) onProgress(`Warning: ${warning}.`)
  if (applied.length > 0) onProgress(`Migrations applied: ${applied.length}, the last is ${applied.at(-1)}.`)
}

/**
 * Retries for a while: a server that just started can be slow. A server of the user can be down or reject the password.
 */
async function untilReachable(name: string, prefix: string, ask: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + RESPOND_WITHIN_MS; ; await delay(ASK_EVERY_MS)) {
    try {
      await ask()
      return
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      if (Date.now() < deadline) continue
      throw new Error(`${name} cannot be used (${reason}): is it up, and are the ${prefix} variables right?`)
    }
  }
}
