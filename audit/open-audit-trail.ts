import { connectKafka, type KafkaEnvironment } from '../kafka/connect-kafka.ts'
import { topicTable } from '../kafka/topics/topic-table.ts'
import type { Environment } from '../schemas/environment.ts'
import { AuditTrail, type AuditTrailOptions } from './audit-trail.ts'

interface Options extends AuditTrailOptions {
  environment: AuditTrailOptions['environment'] & KafkaEnvironment & Pick<Environment, 'KAFKA_TOPIC_PREFIX'>
  clientId: string
}

const SEND_TIMEOUT_MS = 5000

/**
 * The audit trail of this process. Records go from the spool to the topic `tenantdata.audit.v1`, with the organization
 * as key and acks=all. Kafka may be unavailable, also at the start. The topic may be created later.
 * @throws Error if the spool's folder cannot be written, or KAFKA_BROKERS is missing or invalid
 */
export function openAuditTrail(options: Options): AuditTrail {
  const { environment, clientId, log } = options
  const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).audit.name
  const producer = connectKafka(environment, clientId, log).createProducer({ timeoutMs: SEND_TIMEOUT_MS })
  return new AuditTrail(options, {
    deliver: async (records) => {
      await producer.send(records.map((record) => ({ topic, ...record })))
    },
    disconnect: () => producer.disconnect(),
  })
}
