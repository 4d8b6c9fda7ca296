import { topicTable } from '../../kafka/topics/topics.ts'
import type { Environment } from '../../schemas/environment.ts'
import { kafkaOf, withGraph } from '../connections.ts'
import { listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import type { LetterSource } from './dead-letters.ts'

/**
 * Where dead letters are read. Who accepts a source is asked of the graph; while that is away letters are shown all the
 * same, because that is when they are looked for.
 */
export async function deadLetterSource(settings: Environment, terminal: Pick<Terminal, 'tell'>): Promise<LetterSource> {
  const connection = kafkaOf(settings)
  const organizations = await withGraph(settings, listOrganizations).catch((error: Error) => {
    terminal.tell(`Letters that only their source would name are of no organization here: ${error.message}`)
    return []
  })
  return { connection, topic: topicTable(settings.KAFKA_TOPIC_PREFIX).dlq.name, organizations }
}
