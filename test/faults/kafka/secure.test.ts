import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { classPathOf } from '../../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../../dev/runtime/databases/java.ts'
import { kafkaProgram } from '../../../dev/runtime/databases/kafka.ts'
import { libFolder } from '../../../dev/runtime/folders.ts'
import { choosePort } from '../../../dev/runtime/ports/ports.ts'
import { type Restartable, restartable } from '../../../dev/runtime/restartable.ts'
import { javaFlags } from '../../support/java-flags.ts'

const run = promisify(execFile)
const storePassword = 'of-the-store'

type Ports = { client: number; internal: number; controller: number }

const properties = (folder: string, { client, internal, controller }: Ports) => [
  'process.roles=broker,controller',
  'node.id=1',
  `controller.quorum.voters=1@127.0.0.1:${controller}`,
  `listeners=CLIENT://127.0.0.1:${client},INTERNAL://127.0.0.1:${internal},CONTROLLER://127.0.0.1:${controller}`,
  'listener.security.protocol.map=CLIENT:SASL_SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'controller.listener.names=CONTROLLER',
  'inter.broker.listener.name=INTERNAL',
  'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
  'listener.name.client.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_someone="secret";',
  'listener.name.client.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;',
  'listener.name.client.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;',
  `listener.name.client.ssl.keystore.location=${join(folder, 'store.p12')}`,
  `listener.name.client.ssl.keystore.password=${storePassword}`,
  'listener.name.client.ssl.keystore.type=PKCS12',
  `log.dirs=${join(folder, 'log')}`,
  'auto.create.topics.enable=false',
  'offsets.topic.replication.factor=1',
  'offsets.topic.num.partitions=1',
  'group.initial.rebalance.delay.ms=0',
  '',
]

/** A key and a certificate for 127.0.0.1 that no authority signed. */
async function makeCertificate(java: string, folder: string): Promise<string> {
  const keytool = join(dirname(java), 'keytool')
  const store = [
    '-keystore',
    join(folder, 'store.p12'),
    '-storetype',
    'PKCS12',
    '-storepass',
    storePassword,
    '-alias',
    'broker',
  ]
  await run(keytool, ['-genkeypair', ...store, '-keyalg', 'EC', '-dname', 'CN=broker', '-ext', 'SAN=ip:127.0.0.1'])
  const file = join(folder, 'broker.pem')
  await run(keytool, ['-exportcert', '-rfc', ...store, '-file', file])
  return file
}

describe('with TLS and SASL', () => {
  let folder: string
  let certificate: string
  let broker: Restartable
  let address: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tda-secure-'))
    const java = await findJava()
    const classPath = await classPathOf(kafkaProgram, java, libFolder, () => {})
    certificate = await makeCertificate(java.java, folder)
    const taken = new Set<number>()
    const [client, internal, controller] = [
      await choosePort([], taken),
      await choosePort([], taken),
      await choosePort([], taken),
    ]
    const configuration = join(folder, 'server.properties')
    mkdirSync(join(folder, 'log'))
    writeFileSync(configuration, properties(folder, { client, internal, controller }).join('\n'))
    const users = ['256', '512'].flatMap((size) => ['--add-scram', `SCRAM-SHA-${size}=[name=someone,password=secret]`])
    const format = [
      'kafka.tools.StorageTool',
      'format',
      '--cluster-id',
      'c2VjdXJlLWNsdXN0ZXItMQ',
      '--config',
      configuration,
    ]
    await run(java.java, ['-cp', classPath, ...format, ...users])
    const args = [...javaFlags, '-Xmx256m', '-XX:+UseSerialGC', '-cp', classPath, 'Broker', configuration]
    const logFile = join(folder, 'broker.log')
    broker = restartable(
      'Kafka',
      { command: java.java, args, cwd: folder, env: process.env, logFile, saysReady: true },
      () => {},
    )
    await broker.start()
    address = `127.0.0.1:${client}`
  })
  after(async () => {
    await broker.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const roundTrip = async (variables: NodeJS.ProcessEnv) => {
    const secure = { KAFKA_BROKERS: address, KAFKA_SSL: 'true', NODE_EXTRA_CA_CERTS: certificate }
    const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'someone', KAFKA_SASL_PASSWORD: 'secret' }
    const env = { PATH: process.env.PATH, ...secure, ...sasl, ...variables }
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'round-trip.ts')], { env })
    return JSON.parse(stdout)
  }

  for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512']) {
    it(`creates a topic, sends, and reads with ${mechanism}`, async () => {
      const done = await roundTrip({ KAFKA_SASL_MECHANISM: mechanism })
      expect(done).to.deep.equal({ created: null, identified: null, sent: null, value: 'through', crash: null })
    })
  }

  it('a wrong password fails every call immediately', async () => {
    const done = await roundTrip({ KAFKA_SASL_PASSWORD: 'another' })
    expect(done.value).to.equal(null)
    for (const error of [done.created, done.identified, done.sent, done.crash]) {
      expect(error)
        .to.match(/authentication failed/i)
        .and.not.contain('another')
    }
  })

  it('a certificate of an unknown authority is rejected', async () => {
    const done = await roundTrip({ NODE_EXTRA_CA_CERTS: '' })
    expect(done.created).to.match(/self-signed certificate/)
  })
})
