import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import kafkajs, { type ISocketFactory, type Kafka, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs'
import type { KafkaSettings } from '../connection.ts'
import type { Log } from '../log.ts'
import { logOfKafkajs } from './log.ts'

const CONNECTION_TIMEOUT_MS = 5_000
const REQUEST_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 60_000
const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 4 }

/** A kafkajs client with sockets of its own, which can be made to give up: kafkajs itself cannot. */
export type OpenClient = {
  kafka: Kafka
  /** No new sockets from now on: what kafkajs retries comes to an end, existing connections continue. */
  refuse(): void
  /** Destroys the sockets too: nothing that kafkajs still does reaches a broker. */
  abort(): void
}

/** Makes the clients of a connection: an outage that left one in a bad state leaves the others alone. */
export type Clients = {
  readonly log: Log
  open(overrides?: Pick<KafkaConfig, 'retry'>): OpenClient
}

export function clientsOf({ clientId, brokers, ssl, ...settings }: KafkaSettings, log: Log): Clients {
  const sasl: SASLOptions | null = settings.sasl
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
    const sockets = new ClientSockets()
    const logCreator = () => (entry: LogEntry) => (sockets.isAborted ? undefined : write(entry))
    // kafkajs begins with the first, which may be the one that hangs: the next client is to begin elsewhere.
    const order = shuffled(brokers)
    // Having no brokers is the one error of a connection that kafkajs does not retry.
    const known = async () => (sockets.isRefusing ? [] : order)
    const socketFactory: ISocketFactory = (options) => sockets.create(options)
    const kafka = new kafkajs.Kafka({ ...config, brokers: known, ...overrides, socketFactory, logCreator })
    return { kafka, refuse: () => sockets.refuse(), abort: () => sockets.abort() }
  }
  return { log, open }
}

/** The sockets of one client. A disconnect of kafkajs waits for what is in flight, and its retries connect again. */
class ClientSockets {
  readonly #open = new Set<Socket>()
  isRefusing = false
  isAborted = false

  create({ host, port, ssl, onConnect }: Parameters<ISocketFactory>[0]): Socket {
    if (this.isRefusing) throw new Error('the client was given up')
    const name = isIP(host) ? {} : { servername: host }
    const socket = ssl ? connectTls({ host, port, ...name, ...ssl }, onConnect) : connectTcp({ host, port }, onConnect)
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    // kafkajs lets go of a dead socket at every try to replace it, each of which Node would count as a leak.
    socket.setMaxListeners(0)
    socket.once('close', () => this.#open.delete(socket))
    this.#open.add(socket)
    return socket
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
