import { closeWithin } from '../../../process/close-within.ts'
import type { Compression } from '../../producer.ts'
import { type Cluster, clusterOf, errorOfCode, produceVersions } from '../internals.ts'
import type { Clients, OpenClient } from '../open-client.ts'
import { compressionTypes } from '../patches/codecs.ts'
import type { PartitionBatch } from './partition-batches.ts'

const PRODUCE = 0
const ALL_REPLICAS = -1
const NONE = 0
const UNKNOWN_TOPIC_OR_PARTITION = 3
const LEADER_NOT_AVAILABLE = 5
const NETWORK_EXCEPTION = 13
const CLOSE_MS = 2_000

/**
 * How long a leader waits for its replicas. It is shorter than kafkajs' wait for the leader, so that the leader reports
 * the timeout.
 */
const REPLICAS_MS = 8_000

/** The broker drops records with the same ID and sequence numbers as earlier ones. */
export type ProducerId = { producerId: string; producerEpoch: number }
export type NumberedBatch = { batch: PartitionBatch; firstSequence: number }

/** The result of one batch: its first offset, or the error because of which that is unknown. */
export type BatchResult = { batch: PartitionBatch } & ({ baseOffset: bigint } | { error: unknown })

type PartitionResponse = { partition: number; errorCode: number; baseOffset: string }
type ProduceResponse = { topics: { topicName: string; partitions: PartitionResponse[] }[] }

function leaderOf(cluster: Cluster, { topic, partition }: PartitionBatch): number {
  const found = cluster.findTopicPartitionMetadata(topic).find(({ partitionId }) => partitionId === partition)
  if (!found) throw errorOfCode(UNKNOWN_TOPIC_OR_PARTITION)
  if (found.leader < 0) throw errorOfCode(LEADER_NOT_AVAILABLE)
  return found.leader
}

/** A batch is confirmed only if the response contains an entry for its partition. */
function resultFor(batch: PartitionBatch, { topics }: ProduceResponse): BatchResult {
  const found = topics
    .filter(({ topicName }) => topicName === batch.topic)
    .flatMap(({ partitions }) => partitions)
    .find(({ partition }) => partition === batch.partition)
  if (!found) return { batch, error: errorOfCode(NETWORK_EXCEPTION) }
  if (found.errorCode !== NONE) return { batch, error: errorOfCode(found.errorCode) }
  const baseOffset = BigInt(found.baseOffset)
  return baseOffset < 0n ? { batch, error: errorOfCode(NETWORK_EXCEPTION) } : { batch, baseOffset }
}

function topicDataOf(batches: readonly NumberedBatch[]) {
  return [...Map.groupBy(batches, ({ batch }) => batch.topic)].map(([topic, ofTopic]) => ({
    topic,
    partitions: ofTopic.map(({ batch: { partition, messages }, firstSequence }) => ({
      partition,
      messages,
      firstSequence,
    })),
  }))
}

async function askLeader(
  cluster: Cluster,
  nodeId: number,
  batches: readonly NumberedBatch[],
  fields: ProducerId & { compression: number },
): Promise<BatchResult[]> {
  const broker = await cluster.findBroker({ nodeId })
  const topicData = topicDataOf(batches)
  const { request, response: protocol } = broker.lookupRequest(
    PRODUCE,
    produceVersions,
  )({ ...fields, acks: ALL_REPLICAS, timeout: REPLICAS_MS, topicData })
  // kafkajs would throw the first error of a partition, and lose the results of the others.
  const whole = {
    decode: protocol.decode as (raw: Buffer) => Promise<ProduceResponse>,
    parse: async (response: ProduceResponse) => response,
  }
  const response = await broker.connectionPool.send({ request, response: whole })
  return batches.map(({ batch }) => resultFor(batch, response))
}

/**
 * Connections to the leaders of partitions, opened on first use. A new link fixes failures other than error responses.
 * kafkajs' own producer is not used because of two defects: it confirms records that it never sent when a partition
 * moves to a broker that has responded for others (sendMessages.js of 2.2.4), and its sequence numbers are wrong after
 * errors.
 * @see https://github.com/tulios/kafkajs/issues/1303
 */
export class LeaderLink {
  readonly #client: OpenClient
  readonly #cluster: Cluster
  readonly #compression: number

  constructor(clients: Clients, compression: Compression) {
    // The caller retries, over a new link if this one may have caused the error.
    this.#client = clients.open({ retry: { retries: 0 } })
    this.#cluster = clusterOf(this.#client.kafka)
    this.#compression = compressionTypes[compression]
  }

  /** Loads the leaders of these topics' partitions, unless they are known. */
  async know(topics: readonly string[]): Promise<void> {
    await this.#cluster.connect()
    await this.#cluster.addMultipleTargetTopics(topics)
    await this.#cluster.refreshMetadataIfNecessary()
  }

  /** Loads the leaders again. */
  async learn(): Promise<void> {
    await this.#cluster.refreshMetadata()
  }

  partitionsOf(topic: string): number {
    const { length } = this.#cluster.findTopicPartitionMetadata(topic)
    if (length === 0) throw errorOfCode(UNKNOWN_TOPIC_OR_PARTITION)
    return length
  }

  async newProducerId(): Promise<ProducerId> {
    const broker = await this.#cluster.findControllerBroker()
    return broker.initProducerId({ transactionTimeout: 60_000 })
  }

  /** Sends every batch to its leader once. Never throws, and returns exactly one result for each batch. */
  async produce(batches: readonly NumberedBatch[], id: ProducerId): Promise<BatchResult[]> {
    const results: BatchResult[] = []
    const byLeader = new Map<number, NumberedBatch[]>()
    for (const numbered of batches) {
      try {
        const leader = leaderOf(this.#cluster, numbered.batch)
        byLeader.set(leader, [...(byLeader.get(leader) ?? []), numbered])
      } catch (error) {
        results.push({ batch: numbered.batch, error })
      }
    }
    const fields = { ...id, compression: this.#compression }
    const asked = [...byLeader].map(async ([nodeId, ofLeader]) => {
      const failed = (error: unknown) => ofLeader.map(({ batch }): BatchResult => ({ batch, error }))
      results.push(...(await askLeader(this.#cluster, nodeId, ofLeader, fields).catch(failed)))
    })
    await Promise.all(asked)
    return results
  }

  async close(): Promise<void> {
    await closeWithin(CLOSE_MS, () => this.#cluster.disconnect())
    this.#client.abort()
  }

  /** Stops immediately. Nothing more is sent, but requests in transit may still be written. */
  abort(): void {
    this.#client.abort()
  }
}
