import { channels, operations } from './channels.ts'
import { messages } from './messages.ts'

export interface AsyncApiOptions {
  docsUrl: string
  /** Prefix of every topic name (`KAFKA_TOPIC_PREFIX`). */
  topicPrefix: string
}

const description = `Events in Kafka: records and publications that source systems send, notices about snapshots, dead letters, and the
audit trail.

Within \`.v1\` of a type, changes are additive. Ignore unknown fields; the service does the same. Payload schemas contain all
rules that JSON Schema can express. The service, and \`tda feed --check\`, also check check digits, sums, keys, and the order of
publications.`

/**
 * The AsyncAPI 3 document of all topics, generated from the table of topics, the registry of event types, and the
 * schemas that check events. Payloads are schemas of draft-07; the 2020-12 schemas are below `/docs/events/`.
 * @throws Error if a type has no sample, or two schemas have the same name
 */
export function asyncApiDocument({ docsUrl, topicPrefix }: AsyncApiOptions): object {
  const components = messages()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tenant Data API: events',
      version: '1.0',
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      externalDocs: { url: `${docsUrl}/reference/events`, description: 'Guide with a sample of each event.' },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description:
          'Kafka of the deployment. Ask its operator for the addresses, and whether the protocol is `kafka-secure`.',
        variables: {
          brokers: { default: 'localhost:9092', description: 'Addresses that operators set as KAFKA_BROKERS.' },
        },
      },
    },
    channels: channels(topicPrefix),
    operations: operations(),
    components,
  }
}
