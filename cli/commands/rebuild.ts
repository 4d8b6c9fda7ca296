import { Command } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { countOwnProjected } from '../../cypher/records/drop-organization.ts'
import { countProjected } from '../../cypher/system/rebuild.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { type CommandContext, commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { findOrganization } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { type Drops, planLines, type RebuildTarget } from '../rebuild/plan-lines.ts'
import { planRebuild, type RebuildPlan, type RebuildScope } from '../rebuild/plan-rebuild.ts'
import { rebuild } from '../rebuild/rebuild.ts'
import { bySize, rebuildInTurn } from '../rebuild/rebuild-in-turn.ts'

interface Flags {
  acceptGap?: boolean
  together?: boolean
  dryRun?: boolean
  yes?: boolean
}

/** `tda rebuild`: deletes the data of one organization, of each in turn, or the graph. Projectors build it again. */
export function rebuildCommand(terminal: Terminal): Command {
  const command = new Command('rebuild')
    .description(
      'Rebuild the data of one organization, or of all, by replaying the events from Kafka. Reads of an organization return 503 `rebuilding` until its rebuild finishes.',
    )
    .argument('[organization]', 'Rebuild only this organization. Without it, all are rebuilt, one after the other.')
    .option('--together', 'Rebuild all organizations together. No organization can read until it is finished.')
    .option(
      '--accept-gap',
      'Proceed even if the oldest events are no longer in the topic. Data from those events is lost. Requires --together.',
    )
    .option('--dry-run', 'Only show what would be dropped and how many events would be replayed.')
    .option('--yes', 'Do not ask for confirmation. Required if there is no terminal.')
    .action(async (organization: string | undefined, flags: Flags, command: Command) => {
      const context = commandContext(terminal, command)
      const target = targetOf(organization, flags)
      const scope = scopeOf(context, flags.acceptGap ?? false)
      const { drops, records, partitions } = await plan(context, scope, target)
      for (const line of planLines(target, drops, { records, partitions })) terminal.tell(line)
      if (flags.dryRun) return context.print({ drops, records, partitions })
      if (!flags.yes && !(await confirmed(terminal))) return
      await (target === 'together' ? runTogether(context, scope) : run(context, scope, target))
    })
  return withExamples(command, 'tda rebuild brannock', 'tda rebuild --dry-run', 'tda rebuild --together --yes')
}

function targetOf(organization: string | undefined, { together, acceptGap }: Flags): RebuildTarget {
  if (organization !== undefined && together)
    throw new Error('--together rebuilds all organizations. Leave out the organization, or --together')
  if (acceptGap && !together) throw new Error('--accept-gap requires --together, because it affects all organizations')
  if (together) return 'together'
  return organization === undefined ? 'in turn' : { organization }
}

/** What a rebuild of the whole graph reads again. */
export function scopeOf({ settings }: Pick<CommandContext, 'settings'>, acceptGap: boolean): RebuildScope {
  const { KAFKA_TOPIC_PREFIX, KAFKA_TOPIC_PARTITIONS, PROJECTOR_GROUP: groupId } = settings()
  const { records, bom } = topicTable(KAFKA_TOPIC_PREFIX)
  return { groupId, topics: [records.name, bom.name], acceptGap, expectedPartitions: KAFKA_TOPIC_PARTITIONS }
}

function plan(
  { reading, settings }: CommandContext,
  scope: RebuildScope,
  target: RebuildTarget,
): Promise<RebuildPlan & { drops: Drops }> {
  return reading(async (graph) => {
    if (typeof target === 'object') await findOrganization(graph, target.organization)
    const planned = await askingKafka(settings(), () => planRebuild(graph, kafkaOf(settings()), scope))
    const [drops] =
      typeof target === 'object'
        ? await graph.read(countOwnProjected, target.organization, {})
        : await graph.read(countProjected, null, {})
    if (!drops) throw new Error('Neo4j returned no counts. Run the command again')
    return { ...planned, drops: { ...drops } }
  })
}

async function confirmed(terminal: Terminal): Promise<boolean> {
  const isAgreed = await terminal.confirm('Rebuild now?')
  if (isAgreed === null)
    throw new Error('There is no terminal to ask for confirmation. Use --yes to rebuild, or --dry-run')
  if (!isAgreed) terminal.tell('Nothing was changed.')
  return isAgreed
}

async function runTogether(
  { changing, print, settings, terminal }: CommandContext,
  scope: RebuildScope,
): Promise<void> {
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

async function run(
  { changing, print, settings, terminal }: CommandContext,
  scope: RebuildScope,
  target: Exclude<RebuildTarget, 'together'>,
): Promise<void> {
  const { groupId } = scope
  const onProgress = terminal.tell
  const signal = terminal.interruption()
  let dropped = 0
  await changing('rebuild', async (graph: Graph, record) => {
    const organizations = target === 'in turn' ? await bySize(graph) : [target.organization]
    const onDropped = (organization: string, rows: number) => {
      dropped += rows
      record({ organization, rows, parameters: { groupId } })
    }
    return askingKafka(settings(), () =>
      rebuildInTurn(graph, kafkaOf(settings()), { ...scope, organizations, onProgress, onDropped, signal }),
    )
  })
  await print({ dropped })
}
