import { Command } from 'commander'
import { topicTable } from '../../kafka/topics/topics.ts'
import { type CommandContext, commandContext } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import type { Terminal } from '../output/terminal.ts'
import { planRebuild, type RebuildPlan, type RebuildScope, rebuild } from '../rebuild.ts'

interface Flags {
  acceptGap?: boolean
  dryRun?: boolean
  yes?: boolean
}

const UNTIL_THEN =
  'From its start until the projectors have read what the log holds now, reads are answered with 503 `rebuilding` and ' +
  'exports wait; then everything is there at once. Organizations, credentials and export jobs stay.'

/** `tda rebuild`: the graph anew from the log. */
export function rebuildCommand(terminal: Terminal): Command {
  return new Command('rebuild')
    .description(
      'drop what the projectors made, and have them read the log from its start; meanwhile reads answer 503 `rebuilding`',
    )
    .option('--accept-gap', 'also when the start of the log is gone, and with it what it said')
    .option('--dry-run', 'only say what would be dropped and how much is read again')
    .option('--yes', 'do not ask; needed where there is no terminal to ask at')
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
}

async function confirmed(terminal: Terminal): Promise<boolean> {
  const isAgreed = await terminal.confirm('Rebuild now?')
  if (isAgreed === null) throw new Error('there is no terminal to ask at: give --yes to rebuild, or --dry-run')
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
  terminal.tell(
    'The projectors read the log from its start now; until they are through, reads answer 503 `rebuilding`.',
  )
  await print({ dropped })
}

function planLines({ drops, records, partitions }: Pick<RebuildPlan, 'drops' | 'records' | 'partitions'>): string[] {
  const { nodes, links, ...known } = drops
  const named = Object.entries(known).map(([name, count]) => `${numberOf(count)} ${tokensOf(name)}`)
  return [
    `A rebuild drops ${numberOf(nodes)} nodes and ${numberOf(links)} links of all organizations, among them ${named.join(', ')}.`,
    `The projectors then read ${numberOf(records)} records again, of ${partitions} partitions.`,
    UNTIL_THEN,
  ]
}

const numberOf = (count: number) => count.toLocaleString('en')
const tokensOf = (name: string) =>
  name.replace('bom', 'BOM').replace(/(?<=[a-z])[A-Z]|(?<=BOM)[A-Z]/g, (deadLetter) => ` ${deadLetter.toLowerCase()}`)
