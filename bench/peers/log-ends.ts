import { topicTable } from '../../kafka/topics/topic-table.ts'
import type { World } from '../world.ts'

export type LogEnds = Record<number, bigint>

/** The end offset of each partition of the topic of records. */
export async function logEnds({ connection, environment }: World): Promise<LogEnds> {
  const { name } = topicTable(environment.KAFKA_TOPIC_PREFIX).records
  return Object.fromEntries((await connection.endOffsets([name])).map(({ partition, high }) => [partition, high]))
}
