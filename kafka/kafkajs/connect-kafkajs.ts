import type { OpenConnection } from '../connection.ts'
import { endOffsets, topicAdmin, withAdmin } from './admin.ts'
import { runConsumer } from './consumer/run-consumer.ts'
import { isTransient } from './is-transient.ts'
import { clientsOf } from './open-client.ts'
import { applyPatches } from './patches/apply-patches.ts'
import { createProducer } from './producer/create-producer.ts'
import { topicIds } from './topic-ids.ts'
import { untilLed } from './until-led.ts'

/** Implements the port with kafkajs. The first call also patches kafkajs for this process. */
export const connectKafkajs: OpenConnection = (settings, log) => {
  applyPatches()
  const clients = clientsOf(settings, log)
  return {
    brokers: settings.brokers,
    consume: (options) => runConsumer(clients, options),
    createProducer: (options) => createProducer(clients, options),
    endOffsets: (topics) => endOffsets(clients, topics),
    topicIds: (topics) => topicIds(clients, topics),
    withAdmin: (task) => withAdmin(clients, (admin) => task(topicAdmin(admin))),
    untilLed,
    isTransient,
  }
}
