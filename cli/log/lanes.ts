import { keyPartition } from '../../domain/events/bom-partition.ts'
import type { TopicPartition } from '../../kafka/consumer.ts'
import type { KafkaRecord } from '../../kafka/records.ts'
import { Lane } from './lane.ts'
import { partitionName } from './log-reader.ts'
import type { TopicPair } from './plan-copy.ts'
import type { Selected } from './selection.ts'

/** The partitions of a copy, by the partitions of the source that they take records from. */
export class Lanes {
  readonly all: readonly Lane[]
  readonly #byTopic: ReadonlyMap<string, readonly Lane[]>

  constructor(pairs: readonly TopicPair[], select: (record: KafkaRecord) => Selected) {
    this.#byTopic = new Map(
      pairs.map(({ from, to }) => [
        from.name,
        Array.from({ length: to.partitions }, (_, partition) => new Lane({ topic: to.name, partition }, select)),
      ]),
    )
    this.all = [...this.#byTopic.values()].flat()
  }

  /** Returns the lane with the number of a partition of the source, if there is one. */
  sameNumber({ topic, partition }: TopicPartition): Lane | undefined {
    return this.#byTopic.get(topic)?.[partition]
  }

  /**
   * Distributes records of one partition of the source, in order. A partition that the copy does not have was added
   * after the first records. Then the key determines the lane, as in the Java client, and without a key, the number of
   * the partition does.
   */
  distribute(topicPartition: TopicPartition, records: readonly KafkaRecord[]): Map<Lane, KafkaRecord[]> {
    const same = this.sameNumber(topicPartition)
    if (same) return new Map([[same, [...records]]])
    const lanes = this.#byTopic.get(topicPartition.topic) ?? []
    return Map.groupBy(records, ({ key }) => {
      const lane = lanes[key ? keyPartition(key, lanes.length) : topicPartition.partition % lanes.length]
      if (!lane) throw new Error(`${partitionName(topicPartition)} is not copied`)
      return lane
    })
  }
}
