import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classPathOf } from '../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../dev/runtime/databases/java.ts'
import { kafkaArguments, kafkaProgram } from '../../dev/runtime/databases/kafka.ts'
import { libFolder } from '../../dev/runtime/folders.ts'
import { isFree } from '../../dev/runtime/ports/ports.ts'
import { type Restartable, restartable } from '../../dev/runtime/restartable.ts'
import { javaFlags } from '../support/java-flags.ts'
import { until } from '../support/until.ts'
import { type ClusterTool, startClusterTool } from './cluster-tool.ts'

const NODES = [1, 2, 3]

/** Three real brokers on localhost, each also a controller, with a replication factor of 3 for everything. */
export interface Cluster {
  /** In the order of their IDs, which start at 1. */
  brokers: Restartable[]
  /** The value of KAFKA_BROKERS: `host:port` of each broker, separated by commas. */
  addresses: string
  tool: ClusterTool
  /** Waits until every replica of every topic is in sync. */
  untilWhole(): Promise<void>
  remove(): Promise<void>
}

/** Starts the brokers with Kafka's default session timeout of 9 s, after which a silent broker loses its partitions. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tda-cluster-'))
  const java = await findJava()
  const classPath = await classPathOf(kafkaProgram, java, libFolder, console.error)
  const clusterId = randomBytes(16).toString('base64url')
  const ports = await portsOf(NODES.length * 2)
  const nodes = NODES.map((id, at) => ({ id, port: ports[2 * at] ?? 0, controllerPort: ports[2 * at + 1] ?? 0 }))
  const voters = nodes.map(({ id, controllerPort }) => `${id}@127.0.0.1:${controllerPort}`).join()
  const brokers = nodes.map(({ id, port, controllerPort }) => {
    const settings = settingsOf(id, voters)
    const home = join(folder, String(id))
    const options = { home, port, controllerPort, classPath, settings, clusterId, heapMiB: 384 }
    const args = [...javaFlags, ...kafkaArguments(options)]
    const command = { command: java.java, args, cwd: folder, env: process.env, saysReady: true }
    return restartable(`Broker ${id}`, { ...command, logFile: join(folder, `${id}.log`) }, () => {})
  })
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  const stop = async () => {
    for (const broker of brokers) broker.resume()
    await Promise.all(brokers.map((broker) => broker.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(brokers.map((broker) => broker.start()))
    const tool = await startClusterTool(java.java, classPath, addresses)
    const remove = async () => {
      tool.close()
      await stop()
    }
    const untilWhole = async () => {
      await until('all replicas', () => tool.isWhole().catch(() => false), 120_000)
    }
    return { brokers, addresses, tool, untilWhole, remove }
  } catch (error) {
    await stop()
    throw error
  }
}

const settingsOf = (id: number, voters: string) => [
  `node.id=${id}`,
  `controller.quorum.voters=${voters}`,
  'default.replication.factor=3',
  'offsets.topic.replication.factor=3',
  'transaction.state.log.replication.factor=3',
  'transaction.state.log.min.isr=2',
  'share.coordinator.state.topic.replication.factor=3',
  'share.coordinator.state.topic.min.isr=2',
  // Leaders move only when a test moves them.
  'auto.leader.rebalance.enable=false',
  'broker.session.timeout.ms=9000',
  'broker.heartbeat.interval.ms=2000',
]

/**
 * Free ports below the range of outgoing connections (from 32768 on Linux). While a broker is down, an outgoing
 * connection could otherwise get its port, and the broker could not start again.
 */
async function portsOf(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}
