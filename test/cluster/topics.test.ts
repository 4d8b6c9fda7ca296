import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { freshTopics, prepareTopics } from '../support/processes/kafka.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { cluster } from './world.ts'

const { ConfigResourceTypes } = kafkajs
const KEY = 'min.insync.replicas'

describe('the topics of a cluster of three brokers', () => {
  const made = () => prepareTopics(freshTopics(cluster.addresses))

  it('have three replicas, and confirm a record once two replicas have it', async () => {
    const { connection, topics } = await made()
    const names = Object.values(topics).map(({ name }) => name)
    await withAdmin(connection, async (admin) => {
      const found = await until('every broker to know', () =>
        admin.fetchTopicMetadata({ topics: names }).catch(() => null),
      )
      const copies = found.topics.flatMap(({ partitions }) => partitions.map(({ replicas }) => replicas.length))
      expect(new Set(copies)).to.deep.equal(new Set([3]))
      const resources = names.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: [KEY] }))
      const described = await until('every broker to know', () =>
        admin.describeConfigs({ resources, includeSynonyms: false }).catch(() => null),
      )
      const values = described.resources.flatMap(({ configEntries }) => configEntries.map((entry) => entry.configValue))
      expect(values).to.deep.equal(names.map(() => '2'))
    })
    expect(await createTopics(connection, { topics: Object.values(topics) })).to.deep.include({ warnings: [] })
  })

  it('that were created with other settings are reported with a fix', async () => {
    const { connection } = await made()
    const { records, bom, audit } = topicTable(freshTopics().KAFKA_TOPIC_PREFIX)
    const byHand = (topic: string, replicationFactor: number, minInsync: number) => {
      const configEntries = [{ name: KEY, value: String(minInsync) }]
      return { topic, numPartitions: 12, replicationFactor, configEntries }
    }
    const topics = [byHand(records.name, 3, 1), byHand(bom.name, 1, 1), byHand(audit.name, 3, 3)]
    await withAdmin(connection, (admin) => admin.createTopics({ topics, waitForLeaders: false }))
    const { warnings } = await createTopics(connection, { topics: [records, bom, audit] })
    expect(warnings).to.have.length(3)
    expect(warnings[0]).to.match(new RegExp(`^topic ${records.name} has 3 copies .* set its min.insync.replicas to 2$`))
    expect(warnings[1]).to.equal(`topic ${bom.name} has 1 copy and should have 3: reassign its partitions`)
    expect(warnings[2]).to.match(new RegExp(`^topic ${audit.name} has 3 copies and min.insync.replicas 3, .*`))
  })
})
