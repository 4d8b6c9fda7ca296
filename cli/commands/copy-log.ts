import { Command } from 'commander'
import type { KafkaConnection } from '../../kafka/connection.ts'
import { PATIENT_MS } from '../../kafka/producer.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import { createTopics } from '../../kafka/topics/create-topics.ts'
import { readTopic } from '../../kafka/topics/read-topic.ts'
import { type TopicRole, type TopicSettings, topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda copy-log`: copies topics that have more partitions than the graph was built from. */
export function copyLogCommand(terminal: Terminal): Command {
  const copy = new Command('copy-log')
    .description('Copy the records and BOM topics to new topics with another prefix, if they have too many partitions.')
    .requiredOption('--to-prefix <prefix>', 'KAFKA_TOPIC_PREFIX of the new topics.')
    .action(async ({ toPrefix }: { toPrefix: string }, command: Command) => {
      const { recording, settings, print } = commandContext(terminal, command)
      const { KAFKA_TOPIC_PREFIX, KAFKA_TOPIC_PARTITIONS, KAFKA_REPLICATION_FACTOR } = settings()
      if (toPrefix === KAFKA_TOPIC_PREFIX)
        throw new Error('--to-prefix is the prefix of the current topics. Choose another prefix')
      const copied = await recording('copy-log', async (record) => {
        const rows = await askingKafka(settings(), () =>
          copyLog(kafkaOf(settings()), {
            from: topicTable(KAFKA_TOPIC_PREFIX, KAFKA_TOPIC_PARTITIONS),
            to: topicTable(toPrefix, KAFKA_TOPIC_PARTITIONS),
            replicationFactor: KAFKA_REPLICATION_FACTOR,
            onProgress: terminal.tell,
            signal: terminal.interruption(),
          }),
        )
        record({ organization: null, rows, parameters: { toPrefix } })
        return rows
      })
      terminal.tell(
        `Copied ${copied} records. Set KAFKA_TOPIC_PREFIX to the new prefix. Then run \`tda rebuild --accept-gap\`.`,
      )
      await print({ copied })
    })
  return withExamples(copy, 'tda copy-log --to-prefix v2.')
}

type Topics = Record<TopicRole, TopicSettings>

interface CopyOptions {
  from: Topics
  /** The new topics, which are created. */
  to: Topics
  replicationFactor: number
  onProgress(line: string): void
  signal: AbortSignal
}

const RECORDS_AT_ONCE = 500

/**
 * Copies the topics that the graph is built from to topics with another prefix and fewer partitions. Bytes, headers and
 * timestamps are kept. Records of a partition that the new topic also has keep their partition and order. All other
 * records were sent after the topic had grown. They are copied last, and their key determines the partition.
 * @returns the number of copied records
 * @throws Error when a new topic already has records, KafkaSendError when Kafka does not confirm
 */
async function copyLog(connection: KafkaConnection, options: CopyOptions): Promise<number> {
  const { from, to, replicationFactor, onProgress, signal } = options
  const target = [to.records.name, to.bom.name]
  await createTopics(connection, { topics: Object.values(to), replicationFactor })
  const full = (await connection.untilLed(() => connection.endOffsets(target))).find(({ high }) => high > 0n)
  if (full)
    throw new Error(`${full.topic} has records, so nothing was copied. Delete the topic, or choose another prefix`)
  const producer = connection.createProducer({ timeoutMs: PATIENT_MS, signal })
  let copied = 0
  try {
    for (const role of ['records', 'bom'] as const) {
      const name = from[role].name
      const ends = await connection.untilLed(() => connection.endOffsets([name]))
      // Sorted, because Kafka lists partitions in any order, and those that the new topic does not have must come last.
      for (const { partition, low, high } of ends.sort((a, b) => a.partition - b.partition)) {
        if (signal.aborted) throw new Error('Interrupted. Delete the new topics, then run the command again')
        const samePartition = partition < to[role].partitions ? { partition } : {}
        const records: OutgoingRecord[] = []
        const send = async () => {
          copied += records.length
          await producer.send(records.splice(0))
        }
        const onRecord = async ({
          key,
          value,
          headers,
          timestamp,
        }: Parameters<Parameters<typeof readTopic>[1]['onRecord']>[0]) => {
          records.push({ topic: to[role].name, key, value, headers, timestamp, ...samePartition })
          if (records.length >= RECORDS_AT_ONCE) await send()
        }
        await readTopic(connection, { topic: name, range: { partition, from: low, to: high }, onRecord })
        if (records.length > 0) await send()
      }
      onProgress(`Copied ${name} to ${to[role].name}.`)
    }
  } finally {
    await producer.disconnect()
  }
  return copied
}
