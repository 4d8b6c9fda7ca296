import { closeWithin } from '../../process/close-within.ts'
import type { TopicIds } from '../connection.ts'
import { clusterOf, Encoder, type ProtocolRequest } from './internals.ts'
import { decodeMetadataResponse, encodeMetadataRequest, type TopicMetadata } from './metadata-v12.ts'
import type { Clients } from './open-client.ts'

const METADATA = 3
const VERSION = 12
const CLOSE_MS = 2_000

type Metadata = { clusterId: string; topics: TopicMetadata[] }

function requestFor(topics: readonly string[]): ProtocolRequest<Metadata> {
  const encode = async () => {
    const encoder = new Encoder()
    encoder.writeBufferInternal(encodeMetadataRequest(topics))
    return encoder
  }
  return {
    request: { apiKey: METADATA, apiVersion: VERSION, apiName: 'Metadata', encode },
    response: { decode: async (payload) => decodeMetadataResponse(payload), parse: async (metadata) => metadata },
  }
}

/**
 * Reads the IDs of the cluster and of topics. kafkajs does not support Metadata v10, the first version with topic IDs.
 * So the request is encoded here and sent over a connection of kafkajs, with its TLS and SASL.
 * @throws Error when the brokers are unavailable, or older than Kafka 3.1
 * @see https://cwiki.apache.org/confluence/display/KAFKA/KIP-516%3A+Topic+Identifiers
 */
export async function topicIds(clients: Clients, topics: readonly string[]): Promise<TopicIds> {
  const client = clients.open()
  const cluster = clusterOf(client.kafka)
  try {
    await cluster.connect()
    const { versions, seedBroker } = cluster.brokerPool
    if (versions === null) throw new Error('a Kafka broker accepts connections but does not respond')
    if ((versions[METADATA]?.maxVersion ?? 0) < VERSION) throw new Error('Kafka 3.1 or newer is needed for topic ids')
    const metadata = await seedBroker.connectionPool.send(requestFor(topics))
    return { clusterId: metadata.clusterId, ids: new Map(metadata.topics.map(({ name, id }) => [name, id])) }
  } finally {
    await closeWithin(CLOSE_MS, () => cluster.disconnect())
    client.abort()
  }
}
