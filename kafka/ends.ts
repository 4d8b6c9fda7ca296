import type { KafkaConnection } from './connect.ts'
import { withAdmin } from './with-admin.ts'

/** The offset of the first record that is still there, and the offset that the next one will get. */
export type PartitionEnds = { topic: string; partition: number; low: bigint; high: bigint }

/**
 * Asks the brokers where the logs begin and end.
 * @throws what kafkajs throws when they are away or a topic does not exist.
 */
export async function partitionEnds(connection: KafkaConnection, topics: readonly string[]): Promise<PartitionEnds[]> {
  return withAdmin(connection, async (admin) => {
    const ends: PartitionEnds[] = []
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        ends.push({ topic, partition, low: BigInt(low), high: BigInt(high) })
      }
    }
    return ends
  })
}
