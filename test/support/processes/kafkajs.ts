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
 * What tests do to brokers beyond the port: as an operator, or as a producer of somebody else. It is kafkajs whatever the
 * client of the connection is.
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
