import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { type CommandContext, commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Terminal } from '../output/terminal.ts'
import { planRebuild, type RebuildPlan, type RebuildScope, rebuild } from '../rebuild.ts'

interface Flags {
  acceptGap?: boolean
  dryRun?: boolean
  yes?: boolean
}

const UNTIL_THEN =
  'Until the projectors have replayed the events that are in Kafka now, reads return 503 `rebuilding` and exports wait. ' +
  'Organizations, credentials, and export jobs are kept.'

/** `tda rebuild`: deletes the graph, which projectors then build again from the events in Kafka. */
export function rebuildCommand(terminal: Terminal): Command {
  const command = new Command('rebuild')
    .description(
      'Rebuild the graph by replaying all events from Kafka. Reads return 503 `rebuilding` until the rebuild finishes.',
    )
    .option(
      '--accept-gap',
      'Proceed even if the oldest events are no longer in the topic. Data from those events is lost.',
    )
    .option('--dry-run', 'Only show what would be dropped and how many events would be replayed.')
    .option('--yes', 'Do not ask for confirmation. Required if there is no terminal.')
    .action(async ({ acceptGap = false, dryRun = false, yes = false }: Flags, command: Command) => {
      const context = commandContext(terminal, command)
      const settings = context.settings()
      const { records, bom } = topicTable(settings.KAFKA_TOPIC_PREFIX)
      const scope = {
        groupId: settings.PROJECTOR_GROUP,
        topics: [records.name, bom.name],
        acceptGap,
        expectedPartitions: settings.KAFKA_TOPIC_PARTITIONS,
      }
      const { drops, ...log } = await context.reading((graph) =>
        askingKafka(settings, () => planRebuild(graph, kafkaOf(settings), scope)),
      )
      for (const line of planLines({ drops, ...log })) terminal.tell(line)
      if (dryRun) return context.print({ drops, records: log.records, partitions: log.partitions })
      if (yes || (await confirmed(terminal))) await run(context, scope)
    })
  return withExamples(command, 'tda rebuild --dry-run', 'tda rebuild --yes')
}

async function confirmed(terminal: Terminal): Promise<boolean> {
  const isAgreed = await terminal.confirm('Rebuild now?')
  if (isAgreed === null)
    throw new Error('There is no terminal to ask for confirmation. Use --yes to rebuild, or --dry-run')
  if (!isAgreed) terminal.tell('Nothing was changed.')
  return isAgreed
}

async function run({ changing, print, settings, terminal }: CommandContext, scope: RebuildScope): Promise<void> {
  const { groupId, acceptGap } = scope
  const dropped = await changing('rebuild', async (graph, record) => {
    let rows: number | null = null
    const onDropped = (more: number) => {
      rows = (rows ?? 0) + more
    }
    const hooks = { onProgress: terminal.tell, onDropped, signal: terminal.interruption() }
    try {
      return await askingKafka(settings(), () => rebuild(graph, kafkaOf(settings()), { ...scope, ...hooks }))
    } finally {
      if (rows !== null) record({ organization: null, rows, parameters: { groupId, acceptGap } })
    }
  })
  terminal.tell('The projectors now replay all events. Reads return 503 `rebuilding` until they finish.')
  await print({ dropped })
}

function planLines({ drops, records, partitions }: Pick<RebuildPlan, 'drops' | 'records' | 'partitions'>): string[] {
  const { nodes, links, ...known } = drops
  const named = Object.entries(known).map(([name, count]) => `${numberOf(count)} ${wordsOf(name)}`)
  return [
    `A rebuild drops ${numberOf(nodes)} nodes and ${numberOf(links)} links of all organizations, including ${named.join(', ')}.`,
    `The projectors then replay ${numberOf(records)} events from ${partitions} partitions.`,
    UNTIL_THEN,
  ]
}

const numberOf = (count: number) => count.toLocaleString('en')
const wordsOf = (name: string) =>
  name.replace('bom', 'BOM').replace(/(?<=[a-z])[A-Z]|(?<=BOM)[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
