import type { Environment } from '../schemas/environment.ts'
import type { KafkaConnection, KafkaSettings } from './connection.ts'
import { connectKafkajs } from './kafkajs/connect-kafkajs.ts'
import type { Log } from './log.ts'

export { isKafkajsError as isKafkaError } from './kafkajs/is-transient.ts'

export type KafkaEnvironment = Pick<
  Environment,
  'KAFKA_BROKERS' | 'KAFKA_SSL' | 'KAFKA_SASL_MECHANISM' | 'KAFKA_SASL_USERNAME' | 'KAFKA_SASL_PASSWORD'
>

/**
 * Returns a connection to the brokers that the environment names. Nothing is sent yet.
 * @throws Error that names the missing or invalid variable
 */
export function connectKafka(environment: KafkaEnvironment, clientId: string, log: Log): KafkaConnection {
  return connectKafkajs(kafkaSettings(environment, clientId), log)
}

/** @throws Error that names the missing or invalid variable */
export function kafkaSettings(environment: KafkaEnvironment, clientId: string): KafkaSettings {
  const sasl = saslOf(environment)
  const brokers = environment.KAFKA_BROKERS ?? []
  if (brokers.length === 0) throw new Error('KAFKA_BROKERS must name at least one broker, as host:port')
  return { clientId, brokers, ssl: environment.KAFKA_SSL, sasl }
}

function saslOf(environment: KafkaEnvironment): KafkaSettings['sasl'] {
  const mechanism = environment.KAFKA_SASL_MECHANISM
  if (mechanism === undefined) return null
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = environment
  if (username === undefined || password === undefined) {
    throw new Error('KAFKA_SASL_MECHANISM needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD: set both')
  }
  return { mechanism, username, password }
}
