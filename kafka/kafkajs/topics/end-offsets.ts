import type { KafkaConnection } from '../connect.ts'
import { withAdmin } from '../with-admin.ts'

/** The offset of the first record that is still there, and the offset that the next one will get. */
export type EndOffsets = { topic: string; partition: number; low: bigint; high: bigint }

/**
 * Asks the brokers where the logs begin and end.
 * @throws what kafkajs throws when they are away or a topic does not exist.
 */
export async function endOffsets(connection: KafkaConnection, topics: readonly string[]): Promise<EndOffsets[]> {
  return withAdmin(connection, async (admin) => {
    const found: EndOffsets[] = []
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        found.push({ topic, partition, low: BigInt(low), high: BigInt(high) })
      }
    }
    return found
  })
}
