import { setTimeout as delay } from 'node:timers/promises'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

/*
 * A process of its own, as Node takes trusted authorities only at its start: creates a topic, sends one record and reads
 * it, as the environment says, and prints a line of JSON about it.
 */
const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const connection = connectKafka(parseEnvironment(process.env), 'round-trip', log)
const topic = `test-${process.pid}`

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error.message,
  )

const ended = Promise.withResolvers<{ value: string | null; crash: string | null }>()
const created = await errorOf(
  createTopics(connection, { topics: [{ name: topic, partitions: 1, retentionMs: -1, maxMessageBytes: 1e6 }] }),
)
if (created?.includes('certificate')) {
  console.log(JSON.stringify({ created }))
  process.exit()
}
const identified = await errorOf(connection.topicIds([topic]))
const producer = connection.createProducer()
const sent = await errorOf(producer.send([{ topic, key: 'a', value: 'through' }]))
const consumer = connection.consume({
  groupId: topic,
  topics: [topic],
  onAssigned: ({ partitions, start }) => {
    for (const partition of partitions) start(partition, 0n)
  },
  onBatch: async ({ records }) => ended.resolve({ value: records[0]?.value?.toString() ?? null, crash: null }),
  onGap: nothing,
  onCrash: (error) => ended.resolve({ value: null, crash: String(error) }),
})
const read = await Promise.race([ended.promise, delay(20_000, { value: null, crash: 'nothing came' }, { ref: false })])
await Promise.all([consumer.stop(), producer.disconnect()])
console.log(JSON.stringify({ created, identified, sent, ...read }))
