import { listOffsets } from '../../cypher/system/offsets.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { regionsOfTopics } from '../../kafka/topics/region-topic.ts'
import { inspectTopics, repairRetention } from '../../kafka/topics/topic-faults.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { OtherRegion } from '../../schemas/other-region.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { type Check, type Finding, finding } from './check.ts'

/** Checks that the topics exist, retain what they must, and are the ones that the graph was built from. */
export const checkTopics: Check = (context) => askingKafka(context.settings, () => check(context))

const check: Check = async (context) => {
  const { graph, settings } = context
  const connection = kafkaOf(settings)
  const topics = Object.values(topicTable(settings.KAFKA_TOPIC_PREFIX, settings.KAFKA_TOPIC_PARTITIONS))
  const names = topics.map(({ name }) => name)
  const { faults, partitions } = await inspectTopics(connection, topics)
  const { ids } = await connection.topicIds(names)
  const built = await graph.read(listOffsets, null, { groupId: settings.PROJECTOR_GROUP })
  const findings: Finding[] = []
  const { KAFKA_TOPIC_PREFIX: prefix, DATA_REGION: region } = settings
  for (const found of await regionsOfTopics(connection, prefix)) {
    if (found === region) continue
    findings.push(await finding('topics', new OtherRegion('The topics', found, region).message, context))
  }
  for (const topic of topics) {
    for (const { fault, detail } of faults.filter((one) => one.topic === topic.name)) {
      const repair =
        fault === 'missing'
          ? async () => {
              await createTopics(connection, { topics: [topic], replicationFactor: settings.KAFKA_REPLICATION_FACTOR })
            }
          : () => repairRetention(connection, topic)
      findings.push(await finding('topics', `${topic.name}: ${detail}`, context, repair))
    }
    const known = built.find((row) => row.topic === topic.name)
    const [id, count] = [ids.get(topic.name), partitions.get(topic.name)]
    if (!known || !id || !count) continue
    const other =
      known.topicId !== id
        ? 'the topic was deleted and created again, and the graph is not built from it; restore the old topic, or run `tda rebuild --together --accept-gap`'
        : known.partitions !== null && known.partitions !== count
          ? `the topic has ${count} partitions, and the graph is built from ${known.partitions}; copy it with \`tda log copy\``
          : null
    if (other) findings.push(await finding('topics', `${topic.name}: ${other}`, context))
  }
  return findings
}
