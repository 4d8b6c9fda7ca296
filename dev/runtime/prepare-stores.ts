import type { Graph } from '../../cypher/connect.ts'
import { migrate } from '../../cypher/migrate.ts'
import type { KafkaConnection } from '../../kafka/connect.ts'
import { createTopics } from '../../kafka/create-topics.ts'
import { topicTable } from '../../kafka/topics.ts'
import { withAdmin } from '../../kafka/with-admin.ts'
import type { Environment } from '../../schemas/environment.ts'

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
    answers('Neo4j', 'NEO4J_', graph.ping()),
    answers(
      'Kafka',
      'KAFKA_',
      withAdmin(connection, (admin) => admin.listTopics()),
    ),
  ])
  const topics = Object.values(topicTable(environment.KAFKA_TOPIC_PREFIX))
  onProgress('Creating topics and migrating the graph.')
  const [applied] = await Promise.all([
    migrate(graph),
    createTopics(connection, { topics, replicationFactor: environment.KAFKA_REPLICATION_FACTOR }),
  ])
  if (applied.length > 0) onProgress(`Migrations applied: ${applied.join(', ')}.`)
}

/** A server that was given may be away, or want other credentials. */
async function answers(name: string, prefix: string, asking: Promise<unknown>): Promise<void> {
  await asking.catch((error: Error) => {
    throw new Error(`${name} cannot be used (${error.message}): is it up, and are the ${prefix} variables right?`)
  })
}
