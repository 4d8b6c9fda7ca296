import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { mixedRecords } from '../support/log/mixed-records.ts'
import { rawLog, textsByPartition } from '../support/log/raw-log.ts'
import { alterTopic } from '../support/processes/kafka.ts'
import { openKafkajs, withAdmin } from '../support/processes/kafkajs.ts'
import { type Installation, openInstallation, register } from '../support/processes/projector.ts'
import { documents, tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

describe('tda log copy within a cluster', () => {
  let installation: Installation
  const other = freshOrganization()
  const prefixes: string[] = []

  before(async () => {
    installation = await openInstallation()
    const { graph, organization, send, topics } = installation
    await register(graph, other)
    await send(mixedRecords([organization, other], 1_500, 7))
    await send(mixedRecords([organization, other], 300, 8).map((record) => ({ ...record, topic: topics.bom.name })))
  })
  after(async () => {
    const topics = prefixes.flatMap((prefix) => Object.values(topicTable(prefix)).map(({ name }) => name))
    const existing = await withAdmin(installation.connection, (admin) => admin.listTopics())
    await withAdmin(installation.connection, (admin) =>
      admin.deleteTopics({ topics: topics.filter((topic) => existing.includes(topic)) }),
    )
    await installation.close()
  })

  const freshPrefix = () => {
    const prefix = `t${randomBytes(6).toString('hex')}.`
    prefixes.push(prefix)
    return prefix
  }
  const copy = (...args: string[]) => tda(installation.settings, ['log', 'copy', ...args])
  const roles = ['records', 'bom'] as const
  const sourceLog = (role: (typeof roles)[number]) => rawLog(installation.connection, installation.topics[role].name)
  const copiedLog = (prefix: string, role: (typeof roles)[number]) =>
    rawLog(installation.connection, topicTable(prefix)[role].name)
  const send = async (topic: string, ...values: string[]) =>
    installation.send(values.map((value) => ({ topic, partition: 0, key: null, value })))

  it('keeps partitions, order, keys, values, headers, and timestamps, and reports counts', async () => {
    const prefix = freshPrefix()
    const ran = await copy('--to-prefix', prefix, '--json')
    expect({ code: ran.code }, ran.stderr).to.deep.equal({ code: 0 })
    for (const role of roles)
      expect(textsByPartition(await copiedLog(prefix, role))).to.deep.equal(textsByPartition(await sourceLog(role)))
    const [report] = documents(ran)
    expect(report).to.include({ source: 1_800, copied: 1_800, added: 1_800, leftOut: 0, lag: 0, isDryRun: false })
    expect(report.partitions).to.have.length(24)

    const again = await copy('--to-prefix', prefix)
    expect({ code: again.code }, again.stderr).to.deep.equal({ code: 0 })
    expect(again.stderr).to.contain('Copied 0 records, after 1800 of earlier runs, and left out 0.')
    expect(again.stdout.split('\n')[0]).to.match(/^topic +partition +source +leftOut +copied +sha256$/)
    const dry = await copy('--to-prefix', freshPrefix(), '--dry-run', '--json')
    expect(documents(dry)[0].partitions.map(({ sha256 }: { sha256: string }) => sha256)).to.deep.equal(
      report.partitions.map(({ sha256 }: { sha256: string }) => sha256),
    )
    const audit = await tda(installation.settings, ['audit', '--operation', 'log copy'])
    expect(documents(audit).map(({ rows, parameters }) => [rows, parameters.toPrefix])).to.deep.equal([
      [1_800, prefix],
      [0, prefix],
    ])
  })

  it('copies one organization with --only, all others with --without, and every record with one of the two', async () => {
    const { organization } = installation
    const [only, without] = [freshPrefix(), freshPrefix()]
    const ran = [
      await copy('--to-prefix', only, '--only', organization, '--json'),
      await copy('--to-prefix', without, '--without', organization, '--json'),
    ]
    for (const { code, stderr } of ran) expect({ code }, stderr).to.deep.equal({ code: 0 })
    let unowned = 0
    for (const role of roles) {
      const all = await sourceLog(role)
      // Every record of the organization contains its key, and nothing else does.
      expect(textsByPartition(await copiedLog(without, role))).to.deep.equal(
        textsByPartition(all.filter(({ bytes }) => !bytes.includes(organization))),
      )
      // Truncated events are not attributed to an organization.
      const isTruncated = ({ value }: (typeof all)[number]) => value?.toString().endsWith('"data":') ?? false
      expect(textsByPartition(await copiedLog(only, role))).to.deep.equal(
        textsByPartition(all.filter((record) => record.bytes.includes(organization) && !isTruncated(record))),
      )
      unowned += all.filter(
        (record) => !(record.bytes.includes(organization) || record.bytes.includes(other)) || isTruncated(record),
      ).length
    }
    for (const one of ran) expect(documents(one)[0].unattributed).to.equal(unowned)
    const [first, second] = ran.map((one) => documents(one)[0])
    expect(first.copied + second.copied).to.be.below(1_800)
    expect(second.leftOut).to.be.above(500)
    const audit = await tda(installation.settings, ['audit', '--organization', organization, '--operation', 'log copy'])
    expect(documents(audit).map(({ parameters }) => parameters)).to.deep.equal([
      { toPrefix: only, only: organization },
      { toPrefix: without, without: organization },
    ])
  })

  it('adds only new records when it runs again', async () => {
    const prefix = freshPrefix()
    await copy('--to-prefix', prefix, '--without', other)
    await installation.send(mixedRecords([installation.organization, other], 400, 9))
    const ran = await copy('--to-prefix', prefix, '--without', other, '--json')
    expect({ code: ran.code }, ran.stderr).to.deep.equal({ code: 0 })
    expect(documents(ran)[0].added).to.be.within(150, 350)
    const expected = (await sourceLog('records')).filter(({ bytes }) => !bytes.includes(other))
    expect(textsByPartition(await copiedLog(prefix, 'records'))).to.deep.equal(textsByPartition(expected))
  })

  it('refuses a target that is the source, and options that contradict each other', async () => {
    const { settings, organization } = installation
    const refused = async (args: string[], text: string) => {
      const { code, stderr } = await copy(...args)
      expect(code, args.join(' ')).to.equal(1)
      expect(stderr.trim().split('\n'), stderr).to.have.length(1)
      expect(stderr).to.contain(text)
    }
    const own = settings.KAFKA_TOPIC_PREFIX ?? ''
    const prefix = freshPrefix()
    await refused([], 'The target is missing')
    await refused(['--to-prefix', own], 'The target is the cluster of the current topics')
    await refused(['--to', process.env.KAFKA_BROKERS ?? ''], 'The target is the cluster of the current topics')
    await refused(['--to', 'nowhere'], '--to is not valid')
    await refused(['--to-prefix', 'a/b'], '--to-prefix is not valid')
    await refused(['--to', '127.0.0.1:1'], 'Kafka at 127.0.0.1:1 cannot be used')
    await refused(['--to-prefix', prefix, '--only', organization, '--without', other], 'cannot be combined')
    await refused(['--to-prefix', prefix, '--without', 'nobrand'], 'There is no organization nobrand')
    const existing = await withAdmin(installation.connection, (admin) => admin.listTopics())
    expect(existing.filter((topic) => topic.startsWith(prefix))).to.deep.equal([])
  })

  it('refuses target topics with other records, with more records, or that lose records, and adds nothing', async () => {
    const { connection, organization } = installation
    const sizes = async (prefix: string) =>
      (await connection.endOffsets([topicTable(prefix).records.name])).map(({ high }) => high).sort()
    const refused = async (prefix: string, text: string, ...args: string[]) => {
      const before = await sizes(prefix)
      const { code, stderr } = await copy('--to-prefix', prefix, ...args)
      expect(code, stderr).to.equal(1)
      expect(stderr).to.contain(text)
      expect(await sizes(prefix)).to.deep.equal(before)
    }
    const prefix = freshPrefix()
    const { name } = topicTable(prefix).records
    await copy('--to-prefix', prefix, '--without', organization)
    await refused(prefix, 'contains other records')
    await send(name, 'more')
    await refused(prefix, `${name}/0 contains other records`, '--without', organization)

    const lossy = freshPrefix()
    await copy('--to-prefix', lossy, '--only', organization)
    await alterTopic(connection, topicTable(lossy).records.name, { 'retention.ms': '86400000' })
    await refused(lossy, 'loses events by its retention.ms of 86400000', '--only', organization)
  })

  it('leaves out aborted transactions, and ends behind their markers', async () => {
    const { connection, topic } = installation
    const prefix = freshPrefix()
    const client = openKafkajs(connection)
    const producer = client.kafka.producer({ idempotent: true, maxInFlightRequests: 1, transactionalId: topic })
    await producer.connect()
    for (const end of ['commit', 'abort'] as const) {
      const transaction = await producer.transaction()
      await transaction.send({ topic, messages: [{ partition: 3, key: other, value: end }] })
      await transaction[end]()
    }
    await producer.disconnect()
    client.abort()
    const first = await copy('--to-prefix', prefix, '--json')
    expect({ code: first.code }, first.stderr).to.deep.equal({ code: 0 })
    await installation.send([{ partition: 3, key: other, value: 'after' }])
    const second = await copy('--to-prefix', prefix, '--json')
    expect({ code: second.code }, second.stderr).to.deep.equal({ code: 0 })
    expect(documents(second)[0].added).to.equal(1)
    const copied = await copiedLog(prefix, 'records')
    expect(textsByPartition(copied)).to.deep.equal(textsByPartition(await sourceLog('records')))
    expect(copied.filter(({ value }) => value?.toString() === 'commit')).to.have.length(1)
    expect(copied.filter(({ value }) => value?.toString() === 'abort')).to.have.length(0)
  })

  it('fails when the target changes timestamps', async () => {
    const prefix = freshPrefix()
    const { name } = topicTable(prefix).records
    await copy('--to-prefix', prefix, '--only', other)
    const settings = { 'retention.ms': '-1', 'retention.bytes': '-1', 'message.timestamp.type': 'LogAppendTime' }
    await alterTopic(installation.connection, name, settings)
    await installation.send([{ partition: 5, key: `${other}/supplier/plm/main/R-1`, value: null, timestamp: 1 }])
    const { code, stderr } = await copy('--to-prefix', prefix, '--only', other)
    expect(code, stderr).to.equal(1)
    expect(stderr).to.contain(`The copy differs from the source: ${name}/5 has other contents. Delete the new topics`)
  })

  it('stops when another program writes to the target', async () => {
    const { connection, settings } = installation
    const prefix = freshPrefix()
    const { name } = topicTable(prefix).records
    const following = tda(settings, ['log', 'copy', '--to-prefix', prefix, '--follow'])
    const size = async (topic: string) => {
      const ends = await connection.endOffsets([topic]).catch(() => [])
      return ends.reduce((sum, { high }) => sum + Number(high), 0)
    }
    const expected = (await sourceLog('records')).length
    await until('the copy', async () => (await size(name)) === expected)
    await send(name, 'foreign')
    await send(installation.topic, 'own')
    const { code, stderr } = await following
    expect(code, stderr).to.equal(1)
    expect(stderr).to.contain(`Another program writes to ${name}/0. Stop it, delete the topic, and start over.`)
    const again = await copy('--to-prefix', prefix)
    expect(again.stderr).to.contain(`${name}/0 contains other records`)
  })

  it('exits with 130 when it is interrupted, and verifies the copy when it runs again', async () => {
    const prefix = freshPrefix()
    const interrupted = await tda(installation.settings, ['log', 'copy', '--to-prefix', prefix], 'Verifying')
    expect(interrupted.code).to.equal(130)
    const again = await copy('--to-prefix', prefix)
    expect({ code: again.code }, again.stderr).to.deep.equal({ code: 0 })
    expect(textsByPartition(await copiedLog(prefix, 'records'))).to.deep.equal(
      textsByPartition(await sourceLog('records')),
    )
  })
})
