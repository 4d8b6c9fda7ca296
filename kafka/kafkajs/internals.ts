import { createRequire } from 'node:module'
import type { Kafka } from 'kafkajs'

const require = createRequire(import.meta.url)

const PATCHED_VERSION = '2.2.4'

/** kafkajs' decoder of the Kafka protocol. It does not check bounds. */
export type Decoder = {
  readonly buffer: Buffer
  offset: number
  readInt16(): number
  readInt32(): number
  readInt64(): bigint
  readString(): string | null
  readBytes(length?: number): Buffer
  canReadBytes(length: number): boolean
  readArray<T>(read: (decoder: Decoder) => T): T[]
  readArrayAsync<T>(read: (decoder: Decoder) => Promise<T>): Promise<T[]>
}

export type Encoder = {
  readonly buffer: Buffer
  writeInt8(value: number): Encoder
  writeBufferInternal(b: Buffer): void
}

/** A record as kafkajs decodes it, with the fields that consumers need and those that kafkajs filters by. */
export type DecodedMessage = {
  offset: string
  timestamp: string
  attributes: number
  key: Buffer | null
  value: Buffer | null
  headers: Record<string, unknown>
  isControlRecord: boolean
  batchContext: { producerId: string; inTransaction: boolean }
}

/** Compresses and decompresses the records of a batch. kafkajs calls the factory for each batch. */
export type Codec = {
  compress(encoder: { buffer: Buffer }): Promise<Buffer>
  decompress(packed: Buffer): Promise<Buffer>
}

export type RequestQueue = { pending: unknown[]; throttledUntil: number; scheduleCheckPendingRequests(): void }
export type ResponseProtocol = { decode(raw: Buffer): Promise<unknown>; parse(data: unknown): Promise<unknown> }

/** A request that kafkajs sends over its own connection, with its TLS and SASL. */
export type ProtocolRequest<T> = {
  request: { apiKey: number; apiVersion: number; apiName: string; encode(): Promise<Encoder> }
  response: { decode(payload: Buffer): Promise<T>; parse(data: T): Promise<T> }
}

/** A request in all versions that kafkajs supports. */
export type RequestVersions = { versions: string[] }

type Connections = { send<T>(request: ProtocolRequest<T>): Promise<T> }

export type Broker = {
  connectionPool: Connections
  /** Returns the request in the highest version that both sides support. */
  lookupRequest(apiKey: number, versions: RequestVersions): (fields: object) => ProtocolRequest<unknown>
  initProducerId(fields: { transactionTimeout: number }): Promise<{ producerId: string; producerEpoch: number }>
}

export type Cluster = {
  connect(): Promise<void>
  disconnect(): Promise<void>
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>
  refreshMetadata(): Promise<void>
  refreshMetadataIfNecessary(): Promise<void>
  findTopicPartitionMetadata(topic: string): { partitionId: number; leader: number }[]
  findBroker(node: { nodeId: number }): Promise<Broker>
  findControllerBroker(): Promise<Broker>
  brokerPool: {
    versions: Record<number, { maxVersion: number } | undefined> | null
    seedBroker: { connectionPool: Connections }
  }
}

/** kafkajs' object for a member of a consumer group, from connecting to closing. */
export type ConsumerGroup = {
  readonly groupId: string
  readonly sessionTimeout: number
  readonly maxWaitTime: number
  /** When the coordinator last responded to a heartbeat, in ms since 1970. */
  readonly lastRequest: number
  readonly cluster: Pick<Cluster, 'refreshMetadata'> & {
    findGroupCoordinator(group: { groupId: string }): Promise<Broker>
  }
  coordinator: Broker | null
  offsetManager: { coordinator: Broker } | null
  heartbeat(options: { interval: number }): Promise<void>
  /**
   * Called with the error of a failed fetch. After it settles, kafkajs treats the fetch as empty and sends the next
   * one.
   */
  recoverFromFetch(error: unknown): Promise<void>
}

/** Returns the installed version of kafkajs. The patches were written for one version, and tested only with it. */
function installedVersion(): string {
  const manifest: { version: string } = require('kafkajs/package.json')
  return manifest.version
}

if (installedVersion() !== PATCHED_VERSION) {
  throw new Error(
    `kafka/ patches kafkajs ${PATCHED_VERSION} but ${installedVersion()} is installed: review each patch in kafka/, then change the version there`,
  )
}

/*
 * Internals of kafkajs that the patches need. kafkajs has no exports map, so these imports work. The types contain only
 * what is used here.
 */
export const Decoder: new (buffer: Buffer) => Decoder = require('kafkajs/src/protocol/decoder.js')
export const Encoder: new () => Encoder = require('kafkajs/src/protocol/encoder.js')
export const RequestQueue: { prototype: RequestQueue } = require('kafkajs/src/network/requestQueue/index.js')
export const ConsumerGroup: { prototype: ConsumerGroup } = require('kafkajs/src/consumer/consumerGroup.js')
export const fetchResponse: ResponseProtocol = require('kafkajs/src/protocol/requests/fetch/v11/response.js')
/**
 * The fetch request in all versions that kafkajs supports. `protocol` returns a request and the decoder of its
 * response.
 */
export const fetchVersions: {
  protocol(request: { version: number | string }): (fields: object) => { request: unknown; response: ResponseProtocol }
} = require('kafkajs/src/protocol/requests/fetch/index.js')
export const produceVersions: RequestVersions = require('kafkajs/src/protocol/requests/produce/index.js')
export const errorOfCode: (code: number) => Error = require('kafkajs/src/protocol/error.js').createErrorFromCode
export const crc32c: (bytes: Buffer) => number = require('kafkajs/src/protocol/recordBatch/crc32C/index.js')

/** The package has no types. */
export const snappyCodec: () => Codec = require('kafkajs-snappy')

/**
 * Returns the cluster object of a kafkajs client, which is stored behind a symbol. Guarantee: in the version above, the
 * property is a function that creates a Cluster.
 */
export function clusterOf(kafka: Kafka): Cluster {
  const symbol = Object.getOwnPropertySymbols(kafka).find((key) => key.description === 'private:Kafka:createCluster')
  if (symbol === undefined) throw new Error('kafkajs no longer has its createCluster function')
  const create: (options: object) => Cluster = Reflect.get(kafka, symbol)
  return create({ allowAutoTopicCreation: false })
}
