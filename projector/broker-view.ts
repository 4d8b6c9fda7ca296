import type { PartitionEnds } from '../kafka/ends.ts'
import type { TopicIds } from '../kafka/topic-ids.ts'
import type { Whereabouts } from './claim-partition.ts'
import type { Place } from './partition-states.ts'

interface Broker {
  topicIds(): Promise<TopicIds>
  ends(): Promise<PartitionEnds[]>
}

/**
 * What the broker says about partitions, asked once for all that are claimed together.
 * @throws when the broker is away, or does not know the partition yet
 */
export function createBrokerView({ topicIds, ends }: Broker) {
  let asked: Promise<[TopicIds, PartitionEnds[]]> | null = null
  const ask = () => {
    asked ??= Promise.all([topicIds(), ends()]).finally(() => {
      asked = null
    })
    return asked
  }
  return async ({ topic, partition }: Place): Promise<Whereabouts> => {
    const [{ clusterId, ids }, found] = await ask()
    const topicId = ids.get(topic)
    const end = found.find((one) => one.topic === topic && one.partition === partition)
    if (!topicId || !end) throw new Error(`The broker does not know ${topic}/${partition}`)
    return { clusterId, topicId, logStart: Number(end.low), logEnd: Number(end.high) }
  }
}
