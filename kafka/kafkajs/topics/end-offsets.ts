import type { EndOffsets } from '../../consumer.ts'
import type { Clients } from '../open-client.ts'
import { withAdmin } from '../with-admin.ts'

/** @throws what kafkajs throws when the brokers are away or a topic does not exist. */
export async function endOffsets(clients: Clients, topics: readonly string[]): Promise<EndOffsets[]> {
  return withAdmin(clients, async (admin) => {
    const found: EndOffsets[] = []
    for (const topic of topics) {
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        found.push({ topic, partition, low: BigInt(low), high: BigInt(high) })
      }
    }
    return found
  })
}
