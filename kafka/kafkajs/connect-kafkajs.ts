import type { OpenConnection } from '../connection.ts'
import { runConsumer } from './consumer/run-consumer.ts'
import { isTransient } from './is-transient.ts'
import { clientsOf } from './open-client.ts'
import { applyPatches } from './patches/apply-patches.ts'
import { createProducer } from './producer/create-producer.ts'
import { endOffsets } from './topics/end-offsets.ts'
import { topicAdmin } from './topics/topic-admin.ts'
import { topicIds } from './topics/topic-ids.ts'
import { untilLed } from './topics/until-led.ts'
import { withAdmin } from './with-admin.ts'

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
