import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { migrate } from '../../../cypher/migrate.ts'
import { headerText } from '../../../kafka/records.ts'
import { topicTable } from '../../../kafka/topics/topic-table.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { randomPublications } from '../../support/bom/random-publications.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { expectSame } from '../../support/graph/graph-lines.ts'
import { type OwnGraph, startOwnGraph } from '../../support/graph/own-graph.ts'
import { patient } from '../../support/graph/patience.ts'
import { bomHistoryOf, projectionsOf } from '../../support/graph/rebuilt-graph.ts'
import { recordsOf } from '../../support/processes/kafka.ts'
import { withAdmin } from '../../support/processes/kafkajs.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { documents, tda } from '../../support/processes/tda.ts'
import { until } from '../../support/until.ts'

describe('topics that have grown to 13 partitions', () => {
  const auditFolder = mkdtempSync(join(tmpdir(), 'tda-audit-'))
  let own: OwnGraph
  let graph: Graph
  let installation: Installation

  before(async () => {
    own = await startOwnGraph()
    const variables = { ...own.variables, AUDIT_SPOOL: auditFolder }
    graph = connectGraph(parseEnvironment({ ...process.env, ...variables }), patient)
    await migrate(graph)
    installation = await openInstallation(variables)
    const { organization, publish, feed, caughtUp } = installation
    const projector = await installation.startHere()
    await feed(Array.from({ length: 30 }, (_, n) => supplierOf(`R-${n}`, 1)))
    await publish(randomPublications(organization, 3))
    await caughtUp()
    await projector.stop()
    for (const { name } of [installation.topics.records, installation.topics.bom])
      await withAdmin(installation.connection, (admin) =>
        admin.createPartitions({ topicPartitions: [{ topic: name, count: 13 }], validateOnly: false }),
      )
  })
  after(async () => {
    await installation.close()
    await graph.close()
    await own.remove()
    rmSync(auditFolder, { recursive: true, force: true })
  })

  const everything = async () => [...(await projectionsOf(graph)), ...(await bomHistoryOf(graph))]

  it('make tda rebuild fail before it drops anything, and are named by tda check', async () => {
    const before = await everything()
    for (const more of [[], ['--accept-gap']]) {
      const { code, stderr } = await tda(installation.settings, ['rebuild', '--together', '--yes', ...more])
      expect(code).to.equal(1)
      expect(stderr.trim().split('\n')).to.have.length(1)
      expect(stderr).to.contain('has 13 partitions, and the graph was built from 12. Nothing was dropped')
    }
    expect(await everything()).to.deep.equal(before)
    expect(before.length).to.be.above(100)
    const checked = await tda(installation.settings, ['check', '--json'])
    expect(checked.code).to.equal(1)
    const details = documents(checked).map(({ detail }) => detail)
    expect(details.filter((detail) => detail.includes('the topic has 13 partitions'))).to.have.length(2)
  })

  it('can be copied to topics of 12 partitions, from which a rebuild restores the same graph', async () => {
    const { settings, organization, topics, send, connection } = installation
    // Before it was stopped, a source hashed its keys over 13 partitions, so this key is in several partitions.
    const late = { topic: topics.records.name, key: 'late', value: 'late', headers: { note: 'kept' } }
    await send([12, 3, 7].map((partition) => ({ ...late, partition })))
    const before = await everything()
    const prefix = `t${randomBytes(6).toString('hex')}.`
    const copied = await tda(settings, ['--json', 'log', 'copy', '--to-prefix', prefix])
    expect({ code: copied.code }, copied.stderr).to.deep.equal({ code: 0 })
    const fresh = topicTable(prefix)
    for (const role of ['records', 'bom'] as const) {
      const [old, now] = [await recordsOf(connection, topics[role].name), await recordsOf(connection, fresh[role].name)]
      const text = ({ key, value, timestamp, headers }: (typeof old)[number]) =>
        `${key} ${value} ${timestamp} ${headerText(headers, 'note')}`
      const texts = (records: typeof old) => records.map(text)
      expect(texts(now).sort()).to.deep.equal(texts(old).sort())
      for (let partition = 0; partition < 12; partition += 1) {
        const [before, after] = [old, now].map((records) =>
          texts(records.filter((record) => record.partition === partition)),
        )
        expect(after?.slice(0, before?.length), String(partition)).to.deep.equal(before)
      }
      expect(Math.max(...now.map(({ partition }) => partition))).to.be.below(12)
    }
    // The name of the command in version 1.1.
    const again = await tda(settings, ['copy-log', '--to-prefix', prefix])
    expect({ code: again.code }, again.stderr).to.deep.equal({ code: 0 })
    expect(again.stderr).to.match(/^Copied 0 records, after \d+ of earlier runs, and left out 0\.$/m)
    const followed = await tda(settings, ['log', 'copy', '--to-prefix', prefix, '--follow'])
    expect(followed.stderr).to.contain('cannot be followed')

    const moved = { ...settings, KAFKA_TOPIC_PREFIX: prefix }
    expect((await tda(moved, ['rebuild', '--together', '--yes'])).stderr).to.contain(
      'is not the topic that the graph was built from',
    )
    const rebuilt = await tda(moved, ['rebuild', '--together', '--yes', '--accept-gap'])
    expect({ code: rebuilt.code }, rebuilt.stderr).to.deep.equal({ code: 0 })
    const projector = await installation.startHere({ KAFKA_TOPIC_PREFIX: prefix })
    await until(
      'the end of the rebuild',
      async () =>
        (await projector.metrics()).get('tda_projector_rebuilding') === 0 &&
        projector.lines('rebuild finished').length === 1,
      240_000,
    )
    expectSame(before, await everything())
    expect(projector.unreadyBecause()).to.equal(null)
    expect((await tda(moved, ['check'])).code).to.equal(0)
    expect(organization).to.match(/^t/)
    await projector.stop()
    await withAdmin(connection, (admin) => admin.deleteTopics({ topics: Object.values(fresh).map(({ name }) => name) }))
  })
})
