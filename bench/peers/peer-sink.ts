import { connectKafka } from '../../kafka/connect-kafka.ts'
import type { Assignment } from '../../kafka/consumer.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { batchesOf } from '../projector/batches.ts'
import { openDriver } from '../reads/bare-driver.ts'
import { respondAs } from '../worker.ts'
import { peerRows } from './peer-rows.ts'
import { type ShapeName, shapes } from './shapes.ts'

export type PeerSink = {
  /** Creates the schema of the shape, and joins the topic of records with paused partitions. */
  prepare(shape: ShapeName): Promise<void>
  /** Reads each partition from its offset, and returns when the given number of records has been written. */
  drain(task: { from: Record<number, bigint>; records: number }): Promise<{ seconds: number }>
}

/** The default of Neo4j's sink connector. */
const BATCH = 1000

const environment = parseEnvironment(process.env)
const { driver, database } = openDriver(process.env)
const topic = topicTable(environment.KAFKA_TOPIC_PREFIX).records.name
const nothing = () => {}
const connection = connectKafka(environment, 'tda-bench-peer', {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
})
let shape: ShapeName = 'minimal'
let left = 0
let assignment: Assignment | null = null
let done = Promise.withResolvers<void>()

respondAs<PeerSink>({
  async prepare(name) {
    shape = name
    const session = driver.session({ database })
    for (const statement of shapes[shape].schema) await session.run(statement)
    await session.run('CALL db.awaitIndexes(300)')
    await session.close()
    const assigned = Promise.withResolvers<void>()
    const consumer = connection.consume({
      groupId: `peer-${shape}-${process.pid}`,
      topics: [topic],
      sessionTimeoutMs: environment.KAFKA_SESSION_TIMEOUT_MS,
      concurrency: 1,
      onAssigned(given) {
        assignment = given
        assigned.resolve()
      },
      async onBatch({ records, partition, next }, control) {
        // Holds its partitions after the requested records, so that it does not slow the next measurement.
        if (left <= 0) return control.hold()
        for (const batch of batchesOf(records, BATCH)) await write(batch.flatMap(({ value }) => value ?? []))
        await consumer.commit([{ topic, partition, offset: next }])
      },
      onGap: (gap) => done.reject(new Error(`The topic has a gap at ${gap.wanted}`)),
      onCrash: (error) => done.reject(error),
    })
    await assigned.promise
  },

  async drain({ from, records }) {
    left = records
    done = Promise.withResolvers()
    const begun = performance.now()
    for (const [partition, offset] of Object.entries(from))
      assignment?.start({ topic, partition: Number(partition) }, offset)
    await done.promise
    return { seconds: (performance.now() - begun) / 1000 }
  },
})

async function write(values: readonly Buffer[]): Promise<void> {
  const { entities, links } = peerRows(values)
  const session = driver.session({ database })
  const tx = session.beginTransaction()
  if (entities.length > 0) await tx.run(shapes[shape].entities, { rows: entities })
  if (links.length > 0) await tx.run(shapes[shape].links, { rows: links })
  await tx.commit()
  await session.close()
  left -= values.length
  if (left <= 0) done.resolve()
}
