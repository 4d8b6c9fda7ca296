import { readFileSync } from 'node:fs'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import kafkajs, { type ISocketFactory, type Kafka, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs'
import type { KafkaSettings } from '../connection.ts'
import type { Log } from '../log.ts'
import { TokenNotIssued } from '../oauth-token.ts'
import { logOfKafkajs } from './log.ts'

const { KafkaJSConnectionError, KafkaJSNonRetriableError } = kafkajs

const CONNECTION_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 4 }

/** A kafkajs client with its own sockets. Unlike kafkajs itself, it can be stopped immediately. */
export type OpenClient = {
  kafka: Kafka
  /** Opens no new sockets from now on. Existing connections continue, and kafkajs' retries fail. */
  refuse(): void
  /** Also destroys existing sockets, so that nothing more reaches a broker. */
  abort(): void
}

/** Creates separate clients, so that an outage that leaves one in a bad state does not affect the others. */
export type Clients = {
  readonly log: Log
  open(overrides?: Pick<KafkaConfig, 'retry'>): OpenClient
}

export function clientsOf({ clientId, brokers, ssl, ...settings }: KafkaSettings, log: Log): Clients {
  const sasl = saslOf(settings.sasl)
  const config = {
    clientId,
    ssl,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    ...(sasl && { sasl }),
  }
  const write = logOfKafkajs(log)
  const open: Clients['open'] = (overrides) => {
    const sockets = new ClientSockets(settings.clientCertificate)
    const logCreator = () => (entry: LogEntry) => (sockets.isAborted ? undefined : write(entry))
    // kafkajs tries the first broker first, which may not respond. A random order lets another client begin with
    // another broker.
    const order = shuffled(brokers)
    // An empty list of brokers is the only connection error that kafkajs does not retry.
    const known = async () => (sockets.isRefusing ? [] : order)
    const socketFactory: ISocketFactory = (options) => sockets.create(options)
    const kafka = new kafkajs.Kafka({ ...config, brokers: known, ...overrides, socketFactory, logCreator })
    return { kafka, refuse: () => sockets.refuse(), abort: () => sockets.abort() }
  }
  return { log, open }
}

/** kafkajs retries connection errors. It does not retry that a login was refused. */
function saslOf(sasl: KafkaSettings['sasl']): SASLOptions | null {
  if (sasl?.mechanism !== 'oauthbearer') return sasl
  const oauthBearerProvider = async () => {
    try {
      return { value: await sasl.token() }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (error instanceof TokenNotIssued && error.isRefused) throw new KafkaJSNonRetriableError(message)
      throw new KafkaJSConnectionError(message, {})
    }
  }
  return { mechanism: 'oauthbearer', oauthBearerProvider }
}

/**
 * The sockets of one client. Without this control, disconnecting waits for pending requests, and kafkajs' retries open
 * new connections.
 */
class ClientSockets {
  readonly #open = new Set<Socket>()
  readonly #clientCertificate: KafkaSettings['clientCertificate']
  isRefusing = false
  isAborted = false

  constructor(clientCertificate: KafkaSettings['clientCertificate']) {
    this.#clientCertificate = clientCertificate
  }

  create({ host, port, ssl, onConnect }: Parameters<ISocketFactory>[0]): Socket {
    if (this.isRefusing) throw new Error('the client was given up')
    const name = isIP(host) ? {} : { servername: host }
    const socket = ssl
      ? connectTls({ host, port, ...name, ...ssl, ...this.#certificate() }, onConnect)
      : connectTcp({ host, port }, onConnect)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    // kafkajs adds a listener with each attempt to replace a dead socket, which Node would report as a leak.
    socket.setMaxListeners(0)
    socket.once('close', () => this.#open.delete(socket))
    this.#open.add(socket)
    return socket
  }

  /** Reads the files for each connection, because they are replaced before the certificate expires. */
  #certificate() {
    if (!this.#clientCertificate) return {}
    const { certFile, keyFile } = this.#clientCertificate
    return { cert: readFileSync(certFile), key: readFileSync(keyFile) }
  }

  refuse(): void {
    this.isRefusing = true
  }

  abort(): void {
    this.isRefusing = this.isAborted = true
    for (const socket of this.#open) socket.destroy(new Error('the client was given up'))
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
