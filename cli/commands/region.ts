import { Command } from 'commander'
import { assignGraph } from '../../cypher/system/installation.ts'
import { assignTopics } from '../../kafka/topics/region-topic.ts'
import { Region } from '../../schemas/credentials.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda region`: renames the region of the installation. */
export function regionCommand(terminal: Terminal): Command {
  const group = new Command('region')
    .description('Rename the region that the graph and the topics belong to.')
    .addCommand(setCommand(terminal))
  return withExamples(group, 'tda region set eu-west')
}

function setCommand(terminal: Terminal): Command {
  const set = new Command('set')
    .description('Assign the graph and the topics to another region. Run it with the current DATA_REGION.')
    .argument('<region>', 'New region: 2 to 16 lowercase characters (a to z, 0 to 9, -).')
    .action(async (region: string, _options: object, command: Command) => {
      if (!Region.safeParse(region).success)
        throw new Error('A region has 2 to 16 lowercase characters (a to z, 0 to 9, -)')
      const { changing, print, settings } = commandContext(terminal, command)
      const { KAFKA_TOPIC_PREFIX: prefix, KAFKA_REPLICATION_FACTOR: replicationFactor, DATA_REGION: from } = settings()
      await changing('region set', async (graph, record) => {
        // The graph is last: an interrupted command can be run again, because it is checked against DATA_REGION.
        await askingKafka(settings(), () => assignTopics(kafkaOf(settings()), { prefix, region, replicationFactor }))
        await assignGraph(graph, region)
        record({ organization: null, parameters: { from, region } })
      })
      terminal.tell(
        `The graph and the topics belong to region ${region} now. Set DATA_REGION to ${region}, and restart`,
      )
      terminal.tell(`Set DATA_REGION to ${region}, restart all processes, and issue new tokens.`)
      await print({ region, from })
    })
  return withExamples(set, 'tda region set eu-west')
}
