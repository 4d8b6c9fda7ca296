import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topics.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { copyLog } from '../copy-log.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda copy-log`: the way on from topics that have grown. */
export function copyLogCommand(terminal: Terminal): Command {
  return new Command('copy-log')
    .description(
      'copy the topics of records and of BOMs to new ones under another prefix, where theirs have too many partitions',
    )
    .requiredOption('--to-prefix <prefix>', 'the KAFKA_TOPIC_PREFIX of the new topics')
    .action(async ({ toPrefix }: { toPrefix: string }, command: Command) => {
      const { recording, settings, print } = commandContext(terminal, command)
      const { KAFKA_TOPIC_PREFIX, KAFKA_TOPIC_PARTITIONS, KAFKA_REPLICATION_FACTOR } = settings()
      if (toPrefix === KAFKA_TOPIC_PREFIX) throw new Error('the new prefix is that of the topics: name another one')
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
      terminal.tell(`Copied ${copied} records. Set KAFKA_TOPIC_PREFIX, then run \`tda rebuild --accept-gap\`.`)
      await print({ copied })
    })
}
