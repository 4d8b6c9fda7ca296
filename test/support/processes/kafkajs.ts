import type { Admin } from 'kafkajs'
import { kafkaSettings } from '../../../kafka/connect-kafka.ts'
import type { KafkaConnection } from '../../../kafka/connection.ts'
import { withAdmin as withAdminOf } from '../../../kafka/kafkajs/admin.ts'
import { clientsOf, type OpenClient } from '../../../kafka/kafkajs/open-client.ts'
import { applyPatches } from '../../../kafka/kafkajs/patches/apply-patches.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

const nothing = () => undefined
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/*
 * Clients for actions of tests that the port of `kafka` does not offer, as an operator or another producer. They use
 * kafkajs, whichever client the connection uses.
 */
function clientsFor({ brokers }: KafkaConnection) {
  applyPatches()
  const environment = { ...parseEnvironment(process.env), KAFKA_BROKERS: [...brokers] }
  return clientsOf(kafkaSettings(environment, 'test'), quiet)
}

export function openKafkajs(connection: KafkaConnection): OpenClient {
  return clientsFor(connection).open()
}

export function withAdmin<T>(connection: KafkaConnection, task: (admin: Admin) => Promise<T>): Promise<T> {
  return withAdminOf(clientsFor(connection), task)
}
