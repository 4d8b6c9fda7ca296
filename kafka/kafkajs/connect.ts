import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import kafkajs, { type ISocketFactory, type Kafka, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs'
import type { Environment } from '../../schemas/environment.ts'
import { type Log, logOfKafkajs } from './log.ts'
import { registerCodecs } from './patches/codecs.ts'
import { patchFetchResponses } from './patches/fetch-responses.ts'
import { patchIdleTimer } from './patches/idle-timer.ts'
import { patchMembership } from './patches/keep-membership.ts'

const CONNECTION_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 4 }

export type KafkaEnvironment = Pick<
  Environment,
  'KAFKA_BROKERS' | 'KAFKA_SSL' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>

/** A kafkajs client with sockets of its own, which can be made to give up: kafkajs itself cannot. */
export type OpenClient = {
  kafka: Kafka
  /** No new sockets from now on: what kafkajs retries comes to an end, existing connections continue. */
  refuse(): void
  /** Destroys the sockets too: nothing that kafkajs still does reaches a broker. */
  abort(): void
}

/** How to reach the brokers. Opening sends nothing yet. */
export type KafkaConnection = {
  readonly clientId: string
  readonly log: Log
  open(settings?: Pick<KafkaConfig, 'retry'>): OpenClient
}

function saslOf(environment: KafkaEnvironment): SASLOptions | undefined {
  const mechanism = environment.KAFKA_SASL_MECHANISM
  if (mechanism === undefined) return undefined
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = environment
  if (username === undefined || password === undefined) {
    throw new Error('KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD: set both')
  }
  return { mechanism, username, password }
}

function brokersOf(environment: KafkaEnvironment): string[] {
  const brokers = environment.KAFKA_BROKERS ?? []
  if (brokers.length > 0) return brokers
  throw new Error('KAFKA_BROKERS must name at least one broker, as host:port')
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** The sockets of one client. A disconnect of kafkajs waits for what is in flight, and its retries connect again. */
function abortableSockets() {
  const sockets = new Set<Socket>()
  let isRefusing = false
  let isAborted = false
  const refuse = () => {
    isRefusing = true
  }
  const create: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    if (isRefusing) throw new Error('the client was given up')
    const name = isIP(host) ? {} : { servername: host }
    const socket = ssl ? connectTls({ host, port, ...name, ...ssl }, onConnect) : connectTcp({ host, port }, onConnect)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    // kafkajs lets go of a dead socket at every try to replace it, each of which Node would count as a leak.
    socket.setMaxListeners(0)
    socket.once('close', () => sockets.delete(socket))
    sockets.add(socket)
    return socket
  }
  const abort = () => {
    isRefusing = isAborted = true
    for (const socket of sockets) socket.destroy(new Error('the client was given up'))
  }
  return { create, refuse, abort, isRefusing: () => isRefusing, isAborted: () => isAborted }
}

/**
 * The way to the brokers, from the environment: TLS with Node's trusted authorities (more through NODE_EXTRA_CA_CERTS)
 * and SASL as set. The first call also applies our patches to kafkajs and registers the codecs.
 * @throws Error naming the variable that is missing or wrong.
 */
export function connectKafka(environment: KafkaEnvironment, clientId: string, log: Log): KafkaConnection {
  const sasl = saslOf(environment)
  const brokers = brokersOf(environment)
  const config = {
    clientId,
    ssl: environment.KAFKA_SSL,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    ...(sasl && { sasl }),
  }
  registerCodecs()
  patchIdleTimer()
  patchFetchResponses()
  patchMembership()
  const write = logOfKafkajs(log)
  const open: KafkaConnection['open'] = (settings) => {
    const { create: socketFactory, refuse, abort, isRefusing, isAborted } = abortableSockets()
    const logCreator = () => (entry: LogEntry) => (isAborted() ? undefined : write(entry))
    // kafkajs begins with the first, which may be the one that hangs: the next client is to begin elsewhere.
    const order = shuffled(brokers)
    // Having no brokers is the one error of a connection that kafkajs does not retry.
    const known = async () => (isRefusing() ? [] : order)
    const kafka = new kafkajs.Kafka({ ...config, brokers: known, ...settings, socketFactory, logCreator })
    return { kafka, refuse, abort }
  }
  return { clientId, log, open }
}
