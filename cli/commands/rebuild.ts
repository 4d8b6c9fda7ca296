import { Command } from 'commander'
import { topicTable } from '../../kafka/topics.ts'
import { commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { rebuild } from '../rebuild.ts'
import type { Terminal } from '../terminal.ts'

/** `tda rebuild`: the graph anew from the log. */
export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .description('drop what the projectors made, and have them read the log from its start; credentials stay')
    .option('--accept-gap', 'also when the start of the log is gone, and with it what it said')
    .action(async ({ acceptGap = false }: { acceptGap?: boolean }, command: Command) => {
      const { changing, answer, settings } = commandContext(terminal, command)
      const { PROJECTOR_GROUP: groupId, KAFKA_TOPIC_PREFIX } = settings()
      const { records, bom } = topicTable(KAFKA_TOPIC_PREFIX)
      const topics = [records.name, bom.name]
      const dropped = await changing('rebuild', async (graph, record) => {
        let rows: number | null = null
        const onDropped = (more: number) => {
          rows = (rows ?? 0) + more
        }
        const options = {
          groupId,
          topics,
          acceptGap,
          onProgress: terminal.tell,
          onDropped,
          signal: terminal.interruption(),
        }
        try {
          return await askingKafka(settings(), () => rebuild(graph, kafkaOf(settings()), options))
        } finally {
          if (rows !== null) record({ organization: null, rows, parameters: { groupId, acceptGap } })
        }
      })
      terminal.tell('The projectors read the log from its start now; until they are through, answers are incomplete.')
      await answer({ dropped })
    })
}
