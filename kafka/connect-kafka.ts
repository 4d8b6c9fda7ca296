import type { Environment } from '../schemas/environment.ts'
import type { KafkaConnection, KafkaSettings, TokenLogin } from './connection.ts'
import { connectKafkajs } from './kafkajs/connect-kafkajs.ts'
import type { Log } from './log.ts'
import { createTokenSource, readToken } from './oauth-token.ts'

export { isKafkajsError as isKafkaError } from './kafkajs/is-transient.ts'

/** The settings by which a cluster is reached securely. */
export const securitySettings = [
  'KAFKA_SSL',
  'KAFKA_SSL_CERT_FILE',
  'KAFKA_SSL_KEY_FILE',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_SASL_USERNAME',
  'KAFKA_SASL_PASSWORD',
  'KAFKA_OAUTH_TOKEN_URL',
  'KAFKA_OAUTH_CLIENT_ID',
  'KAFKA_OAUTH_CLIENT_SECRET',
  'KAFKA_OAUTH_SCOPE',
  'KAFKA_OAUTH_TOKEN_FILE',
] as const

export type KafkaEnvironment = Pick<Environment, 'KAFKA_BROKERS' | (typeof securitySettings)[number]>

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
  return { clientId, brokers, ssl: environment.KAFKA_SSL, clientCertificate: clientCertificateOf(environment), sasl }
}

function clientCertificateOf(environment: KafkaEnvironment): KafkaSettings['clientCertificate'] {
  const { KAFKA_SSL_CERT_FILE: certFile, KAFKA_SSL_KEY_FILE: keyFile } = environment
  if (certFile === undefined && keyFile === undefined) return null
  if (certFile === undefined || keyFile === undefined)
    throw new Error('KAFKA_SSL_CERT_FILE and KAFKA_SSL_KEY_FILE need each other: set both')
  if (!environment.KAFKA_SSL) throw new Error('KAFKA_SSL_CERT_FILE needs TLS: set KAFKA_SSL to true')
  return { certFile, keyFile }
}

function saslOf(environment: KafkaEnvironment): KafkaSettings['sasl'] {
  const mechanism = environment.KAFKA_SASL_MECHANISM
  if (mechanism === undefined) return null
  if (mechanism === 'oauthbearer') return { mechanism, token: tokenSourceOf(environment) }
  const { KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = environment
  if (username === undefined || password === undefined) {
    throw new Error(`KAFKA_SASL_MECHANISM ${mechanism} needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD: set both`)
  }
  return { mechanism, username, password }
}

function tokenSourceOf(environment: KafkaEnvironment): TokenLogin['token'] {
  const { KAFKA_OAUTH_TOKEN_FILE: file, KAFKA_OAUTH_TOKEN_URL: url, KAFKA_OAUTH_SCOPE: scope } = environment
  const { KAFKA_OAUTH_CLIENT_ID: clientId, KAFKA_OAUTH_CLIENT_SECRET: clientSecret } = environment
  if (file !== undefined && url !== undefined)
    throw new Error('KAFKA_OAUTH_TOKEN_FILE and KAFKA_OAUTH_TOKEN_URL exclude each other: set one')
  if (file !== undefined) return () => readToken(file)
  if (url === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error(
      'KAFKA_SASL_MECHANISM oauthbearer needs KAFKA_OAUTH_TOKEN_FILE, or KAFKA_OAUTH_TOKEN_URL, KAFKA_OAUTH_CLIENT_ID, and KAFKA_OAUTH_CLIENT_SECRET',
    )
  }
  return createTokenSource({ url, clientId, clientSecret, scope })
}
