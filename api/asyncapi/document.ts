import { channels, operations } from './channels.ts'
import { messages } from './messages.ts'

export interface AsyncApiOptions {
  docsUrl: string
  /** What stands before the name of each topic (`KAFKA_TOPIC_PREFIX`). */
  topicPrefix: string
}

const description = `What goes through Kafka: records and publications that source systems send, notices about snapshots, dead letters,
and the audit trail.

Within \`.v1\` of a type changes are additive: readers ignore unknown fields, and the service does so with what it is sent.
Payload schemas say all that a schema can say; check digits, sums, keys and the order of publications are checked by the
service, and by \`tda feed --check\`.`

/**
 * The AsyncAPI 3 document of all topics, made of the table of topics, the registry of event types and the schemas that
 * check what is sent. Payloads are schemas of draft-07; those of 2020-12 are below `/docs/events/`.
 * @throws Error when a type has no sample, or two schemas have one name
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
      externalDocs: { url: `${docsUrl}/reference/events`, description: 'The guide, with a sample of each event.' },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description:
          'The Kafka of the installation; ask its operator for the addresses, and for `kafka-secure` in place of `kafka`.',
        variables: { brokers: { default: 'localhost:9092', description: 'What operators set as KAFKA_BROKERS.' } },
      },
    },
    channels: channels(topicPrefix),
    operations: operations(),
    components,
  }
}
