import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { classPathOf } from '../../../dev/runtime/databases/class-path.ts'
import { findJava } from '../../../dev/runtime/databases/java.ts'
import { kafkaProgram } from '../../../dev/runtime/databases/kafka.ts'
import { libFolder } from '../../../dev/runtime/folders.ts'
import { choosePort } from '../../../dev/runtime/ports/ports.ts'
import { type Restartable, restartable } from '../../../dev/runtime/restartable.ts'
import { javaFlags } from '../../support/java-flags.ts'
import { startTokenEndpoint } from '../../support/token-endpoint.ts'
import { until } from '../../support/until.ts'

const run = promisify(execFile)
const storePassword = 'of-the-store'

type Ports = { client: number; mutual: number; internal: number; controller: number }

/** kafkajs logs in again 10 s before a session ends. */
const TOKEN_SECONDS = 25
const keysOf = (folder: string) => pathToFileURL(join(folder, 'keys.json')).href

const properties = (folder: string, { client, mutual, internal, controller }: Ports) => [
  'process.roles=broker,controller',
  'node.id=1',
  `controller.quorum.voters=1@127.0.0.1:${controller}`,
  `listeners=CLIENT://127.0.0.1:${client},MUTUAL://127.0.0.1:${mutual},INTERNAL://127.0.0.1:${internal},CONTROLLER://127.0.0.1:${controller}`,
  'listener.security.protocol.map=CLIENT:SASL_SSL,MUTUAL:SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'controller.listener.names=CONTROLLER',
  'inter.broker.listener.name=INTERNAL',
  'sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
  'listener.name.client.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required user_someone="secret";',
  'listener.name.client.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;',
  'listener.name.client.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;',
  'listener.name.client.oauthbearer.sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;',
  'listener.name.client.oauthbearer.sasl.server.callback.handler.class=org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler',
  `listener.name.client.oauthbearer.sasl.oauthbearer.jwks.endpoint.url=${keysOf(folder)}`,
  'listener.name.client.oauthbearer.sasl.oauthbearer.expected.audience=kafka',
  `listener.name.client.oauthbearer.connections.max.reauth.ms=${TOKEN_SECONDS * 1000}`,
  ...['client', 'mutual'].flatMap((name) => [
    `listener.name.${name}.ssl.keystore.location=${join(folder, 'store.p12')}`,
    `listener.name.${name}.ssl.keystore.password=${storePassword}`,
    `listener.name.${name}.ssl.keystore.type=PKCS12`,
  ]),
  'listener.name.mutual.ssl.client.auth=required',
  `listener.name.mutual.ssl.truststore.location=${join(folder, 'clients.p12')}`,
  `listener.name.mutual.ssl.truststore.password=${storePassword}`,
  'listener.name.mutual.ssl.truststore.type=PKCS12',
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

/** Certificates of two clients, of which the broker trusts the first. */
async function makeClients(java: string, folder: string): Promise<void> {
  for (const name of ['client', 'stranger']) {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)]
    const kind = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
    ]
    await run('openssl', ['req', '-x509', ...kind, ...files])
  }
  const store = ['-keystore', join(folder, 'clients.p12'), '-storetype', 'PKCS12', '-storepass', storePassword]
  const trusted = ['-noprompt', '-alias', 'client', '-file', join(folder, 'client.pem')]
  await run(join(dirname(java), 'keytool'), ['-importcert', ...store, ...trusted])
}

describe('with TLS and SASL', () => {
  let folder: string
  let endpoint: Awaited<ReturnType<typeof startTokenEndpoint>>
  let mutual: string
  let certificate: string
  let broker: Restartable
  let address: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tda-secure-'))
    const java = await findJava()
    const classPath = await classPathOf(kafkaProgram, java, libFolder, () => {})
    certificate = await makeCertificate(java.java, folder)
    await makeClients(java.java, folder)
    endpoint = await startTokenEndpoint(TOKEN_SECONDS)
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(endpoint.keys))
    const taken = new Set<number>()
    const [client, mutualPort, internal, controller] = [
      await choosePort([], taken),
      await choosePort([], taken),
      await choosePort([], taken),
      await choosePort([], taken),
    ]
    const configuration = join(folder, 'server.properties')
    mkdirSync(join(folder, 'log'))
    writeFileSync(configuration, properties(folder, { client, mutual: mutualPort, internal, controller }).join('\n'))
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
    const allowed = `-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=${keysOf(folder)}`
    const args = [...javaFlags, allowed, '-Xmx256m', '-XX:+UseSerialGC', '-cp', classPath, 'Broker', configuration]
    const logFile = join(folder, 'broker.log')
    broker = restartable(
      'Kafka',
      { command: java.java, args, cwd: folder, env: process.env, logFile, saysReady: true },
      () => {},
    )
    await broker.start()
    address = `127.0.0.1:${client}`
    mutual = `127.0.0.1:${mutualPort}`
  })
  after(async () => {
    endpoint.close()
    await broker.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const environment = (variables: NodeJS.ProcessEnv) => {
    const secure = { KAFKA_BROKERS: address, KAFKA_SSL: 'true', NODE_EXTRA_CA_CERTS: certificate }
    const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'someone', KAFKA_SASL_PASSWORD: 'secret' }
    return { PATH: process.env.PATH, ...secure, ...sasl, ...variables }
  }
  const program = join(import.meta.dirname, 'round-trip.ts')
  const roundTrip = async (variables: NodeJS.ProcessEnv) => {
    const { stdout } = await run(process.execPath, [program], { env: environment(variables) })
    return JSON.parse(stdout)
  }
  const all = { created: null, identified: null, sent: null, value: 'through', crash: null }
  const withTokens = () => ({
    KAFKA_SASL_MECHANISM: 'oauthbearer',
    KAFKA_OAUTH_TOKEN_URL: endpoint.url,
    KAFKA_OAUTH_CLIENT_ID: 'tda',
    KAFKA_OAUTH_CLIENT_SECRET: 'of-the-client',
  })
  const withCertificate = (name: string) => ({
    KAFKA_BROKERS: mutual,
    KAFKA_SASL_MECHANISM: '',
    KAFKA_SSL_CERT_FILE: join(folder, `${name}.pem`),
    KAFKA_SSL_KEY_FILE: join(folder, `${name}.key`),
  })

  for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512']) {
    it(`creates a topic, sends, and reads with ${mechanism}`, async () => {
      const done = await roundTrip({ KAFKA_SASL_MECHANISM: mechanism })
      expect(done).to.deep.equal(all)
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
  it('creates a topic, sends, and reads with a client certificate, and not with another one', async () => {
    expect(await roundTrip(withCertificate('client'))).to.deep.equal(all)
    const stranger = await roundTrip(withCertificate('stranger'))
    expect(stranger.created).to.match(/certificate/)
    const missing = await roundTrip(withCertificate('missing'))
    for (const error of [missing.created, missing.sent]) expect(error).to.match(/ENOENT/)
  })

  it('creates a topic, sends, and reads with tokens of an endpoint or a file', async () => {
    expect(await roundTrip(withTokens())).to.deep.equal(all)
    const file = join(folder, 'token')
    writeFileSync(file, endpoint.token())
    expect(await roundTrip({ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_TOKEN_FILE: file })).to.deep.equal(all)
  })

  it('continues with new tokens when sessions end, and no record is lost or repeated', async () => {
    const before = endpoint.requests.length
    const child = spawn(process.execPath, [program], { env: environment({ ...withTokens(), UNTIL_TERM: 'true' }) })
    const output = text(child.stdout)
    await until('four tokens', () => endpoint.requests.length - before >= 4, 120_000)
    child.kill('SIGTERM')
    const { sent, read, errors } = JSON.parse(await output)
    expect([...new Set(errors)]).to.deep.equal([])
    expect(sent).to.be.greaterThan(100)
    expect(read).to.equal(sent)
  })

  it('waits while the token endpoint is unavailable, and ends when it refuses the client', async () => {
    endpoint.respondWith({ status: 503, body: {} })
    const child = spawn(process.execPath, [program], { env: environment({ ...withTokens(), UNTIL_TERM: 'true' }) })
    const output = text(child.stdout)
    let progress = ''
    child.stderr.on('data', (bytes) => {
      progress += bytes
    })
    const before = endpoint.requests.length
    await until('several requests', () => endpoint.requests.length - before >= 12, 120_000)
    expect(progress).to.equal('')
    endpoint.respondWith(null)
    await until('a confirmed record', () => progress.includes('confirmed'), 120_000)
    child.kill('SIGTERM')
    const { sent, read, crash } = JSON.parse(await output)
    expect({ crash }).to.deep.equal({ crash: null })
    expect(read).to.equal(sent)
    endpoint.respondWith({ status: 401, body: { error: 'invalid_client' } })
    const refused = await roundTrip(withTokens())
    for (const error of [refused.created, refused.sent, refused.crash])
      expect(error).to.contain('The token endpoint returned 401 invalid_client')
    endpoint.respondWith(null)
  })
})
