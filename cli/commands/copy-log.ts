import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { copyLog } from '../copy-log.ts'
import type { Terminal } from '../output/terminal.ts'
import { withExamples } from '../with-examples.ts'

/** `tda copy-log`: what to do about topics that have more partitions than before. */
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
