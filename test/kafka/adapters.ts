import type { OpenConnection } from '../../kafka/connection.ts'
import { connectKafkajs } from '../../kafka/kafkajs/connect-kafkajs.ts'

export type Adapter = { name: string; connect: OpenConnection }

/** The clients that implement the port of `kafka/`. Each must pass the tests of this folder. */
export const adapters: readonly Adapter[] = [{ name: 'kafkajs', connect: connectKafkajs }]
