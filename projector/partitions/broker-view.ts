import type { TopicIds } from '../../kafka/connection.ts'
import type { EndOffsets, TopicPartition } from '../../kafka/consumer.ts'
import type { Whereabouts } from './claim-partition.ts'

interface Broker {
  topicIds(): Promise<TopicIds>
  endOffsets(): Promise<EndOffsets[]>
}

/**
 * Returns a function that reads the broker's state of partitions, with one request for all that are claimed together.
 * @throws when the broker is unavailable, or does not know the partition yet
 */
export function createBrokerView({ topicIds, endOffsets }: Broker) {
  let asked: Promise<[TopicIds, EndOffsets[]]> | null = null
  const ask = () => {
    asked ??= Promise.all([topicIds(), endOffsets()]).finally(() => {
      asked = null
    })
    return asked
  }
  return async ({ topic, partition }: TopicPartition): Promise<Whereabouts> => {
    const [{ clusterId, ids }, found] = await ask()
    const topicId = ids.get(topic)
    const end = found.find((one) => one.topic === topic && one.partition === partition)
    if (!topicId || !end) throw new Error(`The broker does not know ${topic}/${partition}`)
    const partitions = found.filter((one) => one.topic === topic).length
    return { clusterId, topicId, partitions, logStart: Number(end.low), logEnd: Number(end.high) }
  }
}
