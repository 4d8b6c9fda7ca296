import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../folders.ts'
import type { JavaProgram } from './class-path.ts'

export const kafkaProgram: JavaProgram = {
  name: 'Kafka',
  pom: join(projectFolder, 'dev/kafka/pom.xml'),
  source: join(projectFolder, 'dev/kafka/Broker.java'),
}

const flags = ['-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']

export interface KafkaOptions {
  /** The folder of the data and the configuration. */
  home: string
  port: number
  controllerPort: number
  classPath: string
  /** Lines of the configuration that override those of a single broker. */
  settings?: readonly string[]
  /** The cluster ID of brokers that form one cluster. A single broker creates its own. */
  clusterId?: string
  heapMiB?: number
}

/**
 * Writes the configuration of the embedded broker, which is its own controller, and returns the arguments of `java`.
 */
export function kafkaArguments({ home, port, controllerPort, classPath, ...more }: KafkaOptions): string[] {
  const { settings = [], clusterId, heapMiB = 512 } = more
  mkdirSync(join(home, 'log'), { recursive: true })
  const configuration = join(home, 'server.properties')
  // If a property is set twice, Java uses the later line.
  writeFileSync(configuration, [...lines(join(home, 'log'), port, controllerPort), ...settings, ''].join('\n'))
  const broker = ['-cp', classPath, 'Broker', configuration, ...(clusterId ? [clusterId] : [])]
  return [`-Xmx${heapMiB}m`, ...flags, ...broker]
}

const lines = (folder: string, port: number, controllerPort: number) => [
  'process.roles=broker,controller',
  'node.id=1',
  `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
  `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
  'controller.listener.names=CONTROLLER',
  'inter.broker.listener.name=PLAINTEXT',
  `log.dirs=${folder}`,
  'auto.create.topics.enable=false',
  'message.max.bytes=2097152',
  'log.retention.ms=-1',
  'default.replication.factor=1',
  'offsets.topic.replication.factor=1',
  'offsets.topic.num.partitions=4',
  'transaction.state.log.replication.factor=1',
  'transaction.state.log.min.isr=1',
  'transaction.state.log.num.partitions=4',
  'share.coordinator.state.topic.replication.factor=1',
  'share.coordinator.state.topic.min.isr=1',
  'group.initial.rebalance.delay.ms=0',
  // After a kill -9, the broker can join again only when its old session has timed out: after 3 s instead of 9 s.
  'broker.session.timeout.ms=3000',
  'broker.heartbeat.interval.ms=500',
  // The default is half of this broker's heap, although there is only one small compacted topic.
  'log.cleaner.dedupe.buffer.size=8388608',
]
