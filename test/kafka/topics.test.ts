import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import kafkajs, { type ITopicConfig } from 'kafkajs'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { assignTopics, claimTopics, regionsOfTopics } from '../../kafka/topics/region-topic.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { withAdmin } from '../support/processes/kafkajs.ts'
import { until } from '../support/until.ts'
import { describePort } from './with-kafka.ts'

const { ConfigResourceTypes } = kafkajs
const DAY_MS = 86_400_000

describePort('the topics', ({ connect }) => {
  let prefix: string

  beforeEach(() => {
    prefix = `test-${randomUUID()}-`
  })
  afterEach(async () => {
    await withAdmin(connect(), async (admin) => {
      const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix))
      await admin.deleteTopics({ topics })
    })
  })

  const partitionsByTopic = () =>
    withAdmin(connect(), async (admin) => {
      const { topics } = await admin.fetchTopicMetadata()
      const ours = topics.filter(({ name }) => name.startsWith(prefix))
      return Object.fromEntries(ours.map(({ name, partitions }) => [name.slice(prefix.length), partitions.length]))
    })
  /** Creates topics without waiting for leaders, because readers wait for these themselves. */
  const createByHand = (topics: ITopicConfig[]) =>
    withAdmin(connect(), (admin) => admin.createTopics({ topics, waitForLeaders: false }))
  const messageOf = (error: Error) => error.message

  it('belong to the region of the first projector, until they are assigned to another one', async () => {
    const claim = (region: string) =>
      claimTopics(connect(), { prefix, region, replicationFactor: 1 }).then(
        () => 'claimed',
        (error: Error) => error.constructor.name,
      )
    expect(await regionsOfTopics(connect(), prefix)).to.deep.equal([])
    expect(await Promise.all([claim('eu-1'), claim('eu-1')])).to.deep.equal(['claimed', 'claimed'])
    expect(await partitionsByTopic()).to.deep.equal({ 'tenantdata.region.eu-1': 1 })
    expect(await claim('us-1')).to.equal('OtherRegion')
    expect(await regionsOfTopics(connect(), prefix)).to.deep.equal(['eu-1'])
    await assignTopics(connect(), { prefix, region: 'us-1', replicationFactor: 1 })
    expect(await claim('us-1')).to.equal('claimed')
    expect(await regionsOfTopics(connect(), prefix)).to.deep.equal(['us-1'])
    expect(await regionsOfTopics(connect(), 'tes')).to.deep.equal([])
  })

  it('are created with the settings of the event contract', async () => {
    const topics = Object.values(topicTable(prefix))
    const partitions = new Map(topics.map(({ name }) => [name, 12]))
    expect(await createTopics(connect(), { topics })).to.deep.equal({ partitions, warnings: [] })
    expect(await partitionsByTopic()).to.deep.equal({
      'tenantdata.records.v1': 12,
      'tenantdata.bom.v1': 12,
      'tenantdata.dlq.v1': 12,
      'tenantdata.audit.v1': 12,
      'tenantdata.snapshots.v1': 12,
    })
    const settings = ['cleanup.policy', 'retention.ms', 'max.message.bytes']
    const resources = topics.map(({ name }) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: settings }))
    const described = await withAdmin(connect(), (admin) =>
      admin.describeConfigs({ resources, includeSynonyms: false }),
    )
    const found = described.resources.map(({ resourceName, configEntries }) => {
      const values = new Map(configEntries.map(({ configName, configValue }) => [configName, configValue]))
      return [resourceName.slice(prefix.length), ...settings.map((name) => values.get(name))]
    })
    expect(found).to.have.deep.members([
      ['tenantdata.records.v1', 'delete', '-1', '1048588'],
      ['tenantdata.bom.v1', 'delete', '-1', '1048588'],
      ['tenantdata.dlq.v1', 'delete', String(30 * DAY_MS), String(2 * 1024 * 1024)],
      ['tenantdata.audit.v1', 'delete', String(400 * DAY_MS), '1048588'],
      ['tenantdata.snapshots.v1', 'delete', String(400 * DAY_MS), '1048588'],
    ])
  })

  it('can be created by several processes concurrently, even if some or all of them exist', async () => {
    const table = topicTable(prefix)
    await createTopics(connect(), { topics: [table.bom] })
    const { ids: before } = await connect().topicIds([table.bom.name])
    const topics = Object.values(table)
    await Promise.all([1, 2, 3].map(() => createTopics(connect(), { topics })))
    await createTopics(connect(), { topics })
    expect(Object.values(await partitionsByTopic())).to.deep.equal([12, 12, 12, 12, 12])
    expect((await connect().topicIds([table.bom.name])).ids).to.deep.equal(before)
  })

  it('may have more partitions, but not fewer', async () => {
    const { records, bom } = topicTable(prefix)
    await createByHand([
      { topic: records.name, numPartitions: 13 },
      { topic: bom.name, numPartitions: 3 },
    ])
    const message = await createTopics(connect(), { topics: [records, bom] }).then(() => 'created', messageOf)
    expect(message)
      .to.match(new RegExp(`^topic ${bom.name} has 3 partitions and needs 12: `))
      .and.not.contain(records.name)
    const { partitions } = await createTopics(connect(), { topics: [records] })
    expect([...partitions]).to.deep.equal([[records.name, 13]])
  })

  it('must not be compacted', async () => {
    const { records } = topicTable(prefix)
    const configEntries = [{ name: 'cleanup.policy', value: 'compact,delete' }]
    await createByHand([{ topic: records.name, numPartitions: 12, configEntries }])
    const message = await createTopics(connect(), { topics: [records] }).then(() => 'created', messageOf)
    expect(message).to.equal(
      `topic ${records.name} is compacted, which loses history: set its cleanup.policy to delete`,
    )
  })

  it('cause a warning when they have too few replicas, or none to spare', async () => {
    const { records, bom } = topicTable(prefix)
    await createByHand([
      { topic: records.name, numPartitions: 12 },
      { topic: bom.name, numPartitions: 12, configEntries: [{ name: 'min.insync.replicas', value: '2' }] },
    ])
    const warnings = (replicationFactor: number) =>
      createTopics(connect(), { topics: [records, bom], replicationFactor }).then((created) => created.warnings)
    const takesNothing = `topic ${bom.name} has 1 copy and min.insync.replicas 2, so it rejects records while a broker is unavailable: lower the setting or add copies`
    expect(await warnings(1)).to.deep.equal([takesNothing])
    expect(await warnings(2)).to.deep.equal([
      `topic ${records.name} has 1 copy and should have 2: reassign its partitions`,
      `topic ${bom.name} has 1 copy and should have 2: reassign its partitions`,
      takesNothing,
    ])
  })

  it('are named with the reason when they cannot be created', async () => {
    const { records } = topicTable(prefix)
    const options = { topics: [records], replicationFactor: 99 }
    const message = await createTopics(connect(), options).then(() => 'created', messageOf)
    expect(message).to.equal(`topic ${records.name} was not created: Replication-factor is invalid`)
  })

  it('have another ID after they were deleted and created again', async () => {
    const { records, bom } = topicTable(prefix)
    await createTopics(connect(), { topics: [records, bom] })
    const before = await connect().topicIds([records.name, bom.name, `${prefix}missing`])
    expect([...before.ids.keys()]).to.have.members([records.name, bom.name])
    expect(before.ids.get(bom.name)).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    await withAdmin(connect(), (admin) => admin.deleteTopics({ topics: [bom.name] }))
    await until('the deletion', async () => !(await connect().topicIds([bom.name])).ids.has(bom.name))
    await createTopics(connect(), { topics: [records, bom] })
    const after = await connect().topicIds([records.name, bom.name])
    expect(after.clusterId).to.equal(before.clusterId)
    expect(after.ids.get(records.name)).to.equal(before.ids.get(records.name))
    expect(after.ids.get(bom.name)).to.be.a('string').and.not.equal(before.ids.get(bom.name))
  })

  it('are reported with the ID of their cluster', async () => {
    const { clusterId } = await connect().topicIds([])
    const known = await withAdmin(connect(), (admin) => admin.describeCluster())
    expect(clusterId).to.equal(known.clusterId)
  })

  it('can be requested by many long names', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `${prefix}${'long'.repeat(30)}${at}`)
    expect((await connect().topicIds(names)).ids.size).to.equal(0)
    const [name = ''] = names
    await createTopics(connect(), {
      topics: [{ name, partitions: 200, retentionMs: -1, maxMessageBytes: 1_048_588 }],
    })
    expect([...(await connect().topicIds(names)).ids.keys()]).to.deep.equal([name])
  })
})
