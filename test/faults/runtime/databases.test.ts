import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { connectGraph, type Graph } from '../../../cypher/connect.ts'
import { DemoFacts } from '../../../demo/feed/demo-facts.ts'
import { type Databases, startDatabases } from '../../../dev/runtime/databases/start-databases.ts'
import { embeddedNeo4j } from '../../../dev/runtime/settings.ts'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'
import { patient } from '../../support/graph/patience.ts'
import { countNodes, createNode } from '../../support/graph/stored-nodes.ts'
import { javaFlags } from '../../support/java-flags.ts'
import { withAdmin } from '../../support/processes/kafkajs.ts'
import { processesOf, start } from '../../support/processes/npm-start.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const topic = { name: 'kept', partitions: 1, retentionMs: -1, maxMessageBytes: 1000 }

describeWith(['ps'], 'embedded databases', () => {
  const lines: string[] = []
  const thief = createServer()
  let folder: string
  let dataFolder: string
  let databases: Databases
  let graph: Graph
  let connection: KafkaConnection

  const open = () =>
    startDatabases({ dataFolder, neo4j: true, kafka: true, neo4jPort: 0, kafkaPort: 0, javaFlags, onProgress })
  const onProgress = (line: string) => {
    lines.push(line)
    const port = /^Starting Kafka on port (\d+)/.exec(line)?.[1]
    if (port && !thief.listening) thief.listen(Number(port), '127.0.0.1')
  }
  const addresses = () => {
    const { neo4jUri, neo4jPassword, kafkaBrokers } = databases
    return { ...embeddedNeo4j(neo4jUri ?? '', neo4jPassword ?? ''), KAFKA_BROKERS: kafkaBrokers ?? '' }
  }
  const connect = () => {
    const environment = parseEnvironment(addresses())
    graph = connectGraph(environment, patient)
    connection = connectKafka(environment, 'test', quiet)
  }
  const topics = () => withAdmin(connection, (admin) => admin.listTopics())
  const count = () => countNodes(graph, 'Kept')
  const server = (name: 'neo4j' | 'kafka') => {
    const found = databases[name]
    if (!found) throw new Error(`${name} is not there`)
    return found
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'databases-'))
    dataFolder = join(folder, 'embedded')
    databases = await open()
    connect()
    await createNode(graph, 'Kept', {})
    await createTopics(connection, { topics: [topic] })
  })
  after(async () => {
    thief.close()
    await graph?.close()
    await databases?.stop()
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it('take another port when the chosen one is taken before the server listens', () => {
    const address = thief.address()
    const stolen = typeof address === 'object' && address ? address.port : 0
    expect(lines).to.include(`Port ${stolen} was taken while Kafka started.`)
    expect(databases.kafkaBrokers).to.not.equal(`127.0.0.1:${stolen}`)
  })

  it('can be started by only one process at a time', async () => {
    const refused = await open().catch((error: Error) => error.message)
    expect(refused).to.equal(
      `The data folder ${dataFolder} is held by process ${process.pid}. Stop that process first.`,
    )
  })

  for (const how of ['stop', 'kill'] as const) {
    it(`start again on their ports with their data after a ${how}`, async () => {
      const pids = [server('neo4j').pid(), server('kafka').pid()]
      await Promise.all([server('neo4j')[how](), server('kafka')[how]()])
      expect([server('neo4j').pid(), server('kafka').pid()]).to.deep.equal([null, null])
      expect(await graph.ping().catch((error: Error) => error.name)).to.equal('GraphError')
      await Promise.all([server('neo4j').start(), server('kafka').start()])
      expect([server('neo4j').pid(), server('kafka').pid()]).to.not.have.members(pids)
      expect(await count()).to.equal(1)
      expect(await topics()).to.include(topic.name)
    })
  }

  it('do not respond while suspended, and respond again afterwards', async () => {
    await server('neo4j').suspend()
    const silence = await graph.ping().catch((error: Error) => error.name)
    server('neo4j').resume()
    expect(silence).to.equal('GraphError')
    await until('an answer', () =>
      graph.ping().then(
        () => true,
        () => false,
      ),
    )
    await server('kafka').suspend()
    const listing = topics()
    const first = await Promise.race([listing.then(() => 'answer'), until('time', timeOf(1000)).then(() => 'silence')])
    server('kafka').resume()
    expect(first).to.equal('silence')
    expect(await listing).to.include(topic.name)
  })

  it('keep their data and ports after an orderly stop of everything', async () => {
    const before = [databases.neo4jUri, databases.kafkaBrokers]
    await graph.close()
    await databases.stop()
    databases = await open()
    connect()
    expect([databases.neo4jUri, databases.kafkaBrokers]).to.deep.equal(before)
    expect(await count()).to.equal(1)
    expect(await topics()).to.include(topic.name)
  })

  it('can be used as servers of the user, into which the demo is loaded only with DEMO=1', async () => {
    const { neo4jUri, kafkaBrokers } = databases
    for (const [demo, organizations] of [
      ['0', []],
      ['1', ['quillmere', 'pallendro']],
    ] as const) {
      const started = start('node', folder, { ...addresses(), DEMO: demo })
      await started.untilReady()
      const facts = DemoFacts.parse(JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')))
      expect(started.output()).to.not.match(/Starting (Neo4j|Kafka)/)
      expect([facts.neo4jUri, facts.kafkaBrokers]).to.deep.equal([neo4jUri, kafkaBrokers])
      expect(facts.organizations.map(({ key }) => key)).to.deep.equal(organizations)
      expect(started.output().includes('The graph of the first brand can be read')).to.equal(demo === '1')
      started.signal('SIGTERM')
      await until('the end of every process', () => processesOf(folder).length === 0)
    }
  })
})

/** Returns a function that returns true once the given milliseconds have passed. */
function timeOf(ms: number): () => boolean {
  const begun = Date.now()
  return () => Date.now() - begun > ms
}
