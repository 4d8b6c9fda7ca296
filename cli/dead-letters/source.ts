import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { Environment } from '../../schemas/environment.ts'
import { kafkaOf, withGraph } from '../connections.ts'
import { listOrganizations } from '../organizations.ts'
import { asSentence } from '../output/plain-error.ts'
import type { Terminal } from '../output/terminal.ts'
import type { DeadLetterSource } from './dead-letters.ts'

/**
 * Returns the topic of dead letters and the organizations, which the graph contains. If the graph is unavailable, dead
 * letters are still shown, because operators may need them then.
 */
export async function deadLetterSource(
  settings: Environment,
  terminal: Pick<Terminal, 'tell'>,
): Promise<DeadLetterSource> {
  const connection = kafkaOf(settings)
  const organizations = await withGraph(settings, listOrganizations).catch((error: Error) => {
    terminal.tell(
      `Dead letters that only name a source are shown without an organization: ${asSentence(error.message)}`,
    )
    return []
  })
  return { connection, topic: topicTable(settings.KAFKA_TOPIC_PREFIX).dlq.name, organizations }
}
