import { setTimeout as delay } from 'node:timers/promises'
import { connectKafka } from '../../../kafka/connect-kafka.ts'
import { createTopics } from '../../../kafka/topics/create-topics.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

/*
 * Creates a topic, sends one record and reads it with the connection that the environment describes, and prints the
 * result as a line of JSON. It is a process of its own because Node reads trusted authorities only at its start.
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

/** Sends and reads records until SIGTERM, and prints how many. Waits while the brokers cannot be used. */
async function sendUntilTerm(): Promise<void> {
  const topics = [{ name: topic, partitions: 1, retentionMs: -1, maxMessageBytes: 1e6 }]
  const prepared = async (): Promise<void> => {
    await createTopics(connection, { topics }).catch((error: unknown) => {
      if (!connection.isTransient(error)) throw error
      return prepared()
    })
  }
  await prepared()
  const stopped = new Promise<true>((resolve) => process.once('SIGTERM', () => resolve(true)))
  let [sent, read] = [0, 0]
  let crash: string | null = null
  const errors: string[] = []
  const values = new Set<string>()
  const consumer = connection.consume({
    groupId: topic,
    topics: [topic],
    onAssigned: ({ partitions, start }) => {
      for (const partition of partitions) start(partition, 0n)
    },
    onBatch: async ({ records }) => {
      read += records.length
      for (const { value } of records) values.add(String(value))
    },
    onGap: nothing,
    onCrash: (error) => {
      crash = String(error)
    },
  })
  const producer = connection.createProducer()
  while ((await Promise.race([stopped, delay(1, false)])) === false) {
    const error = await errorOf(producer.send([{ topic, key: 'a', value: String(sent) }]))
    if (error !== null) errors.push(error)
    else if (sent++ === 0) process.stderr.write('confirmed\n')
  }
  for (let left = 400; left > 0 && crash === null && read < sent; left -= 1) await delay(50)
  await Promise.all([consumer.stop(), producer.disconnect()])
  console.log(JSON.stringify({ sent, read: values.size === read ? read : -1, errors, crash }))
  process.exit()
}

if (process.env.UNTIL_TERM) await sendUntilTerm()

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
