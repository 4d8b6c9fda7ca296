import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JavaProgram } from './class-path.ts'
import { projectFolder } from './folders.ts'

export const kafkaProgram: JavaProgram = {
  name: 'Kafka',
  pom: join(projectFolder, 'dev/kafka/pom.xml'),
  source: join(projectFolder, 'dev/kafka/Broker.java'),
}

const flags = ['-Xmx512m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']

/** Writes the configuration of the embedded broker, which is its own controller, and returns the arguments of `java`. */
export function kafkaArguments(home: string, port: number, controllerPort: number, classPath: string): string[] {
  mkdirSync(join(home, 'log'), { recursive: true })
  const configuration = join(home, 'server.properties')
  writeFileSync(configuration, lines(join(home, 'log'), port, controllerPort).join('\n'))
  return [...flags, '-cp', classPath, 'Broker', configuration]
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
  // After a kill -9 the broker is only let in again when its old session is over: 3 s, not 9.
  'broker.session.timeout.ms=3000',
  'broker.heartbeat.interval.ms=500',
  // The default is half of this broker's heap, for one small compacted topic.
  'log.cleaner.dedupe.buffer.size=8388608',
  '',
]
