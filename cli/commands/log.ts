import { Command } from 'commander'
import { purgedAmong } from '../../cypher/system/purge.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { type Copied, type CopyOptions, copyLog } from '../log/copy-log.ts'
import { planCopy } from '../log/plan-copy.ts'
import { copyReport, reportColumns } from '../log/report.ts'
import { type LogScope, selectionOf } from '../log/selection.ts'
import { sideOf, targetSettings } from '../log/sides.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import { plannedEnd } from '../output/planned-end.ts'
import { table } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda log`: works on the topics that the graph is built from. */
export function logCommand(terminal: Terminal): Command {
  const log = new Command('log').description('Copy the topics from which the graph is built.')
  withExamples(log, 'tda log copy --to kafka-2.example.com:9093')
  return log.addCommand(copyCommand(terminal))
}

interface Flags {
  to?: string
  toPrefix?: string
  toRegion?: string
  only?: string
  without?: string
  follow?: boolean
  dryRun?: boolean
}

function copyCommand(terminal: Terminal): Command {
  const copy = new Command('copy')
    .description('Copy the records and BOM topics, and verify the copy. Run it again to continue an interrupted copy.')
    .option('--to <brokers>', 'Brokers of the new topics, comma-separated. Default: the current brokers.')
    .option('--to-prefix <prefix>', 'KAFKA_TOPIC_PREFIX of the new topics. Default: the current prefix.')
    .option('--to-region <region>', 'DATA_REGION of the new topics, if they are in another region.')
    .option('--only <key>', 'Copy only the records of this organization.')
    .option('--without <key>', 'Copy all records except those of this organization.')
    .option('--follow', 'Copy new records, too, until you press Ctrl-C. Then the copy is verified.')
    .option('--dry-run', 'Only read and count the records.')
    .action((flags: Flags, command: Command) => run(terminal, flags, command))
  return withExamples(
    copy,
    'tda log copy --to kafka-2.example.com:9093 --follow',
    'tda log copy --to-prefix v2. --without quillmere',
  )
}

async function run(terminal: Terminal, flags: Flags, command: Command): Promise<void> {
  const context = commandContext(terminal, command)
  const settings = context.settings()
  const scope = scopeOf(flags)
  const isDryRun = flags.dryRun ?? false
  const isFollowing = (flags.follow ?? false) && !isDryRun
  const [source, target] = [sideOf(settings), sideOf(targetSettings(settings, flags))]
  const select = await selected(context, scope)
  const pairs = await planCopy(source, target, settings.KAFKA_TOPIC_PARTITIONS)
  if (isFollowing && pairs.some(({ isGrown }) => isGrown))
    throw new Error('Topics with too many partitions cannot be followed. Stop the sources, and leave out --follow')
  const options: Omit<CopyOptions, 'onCopied'> = {
    source,
    target,
    pairs,
    select,
    replicationFactor: settings.KAFKA_REPLICATION_FACTOR,
    isFollowing,
    isDryRun,
    signal: isFollowing ? plannedEnd(terminal) : terminal.interruption(),
    onProgress: terminal.tell,
  }
  for (const { from, ends } of pairs) {
    const cut = ends.filter(({ low }) => low > 0n).map(({ partition, low }) => `${partition} at ${low}`)
    if (cut.length > 0)
      terminal.tell(`${from.name} no longer has its first records. These partitions begin later: ${cut.join(', ')}.`)
  }
  const copied = isDryRun
    ? await copyLog({ ...options, onCopied: () => undefined })
    : await context.recording('log copy', async (record) => {
        let rows = 0
        let isDone = false
        const onCopied = (records: number) => {
          rows += records
        }
        try {
          const result = await copyLog({ ...options, onCopied })
          isDone = true
          return result
        } finally {
          const organization = scope.kind === 'all' ? null : scope.organization
          if (isDone || rows > 0) record({ organization, rows, parameters: { ...flags } })
        }
      })
  await tellResult(context, copied, scope, isDryRun)
}

function scopeOf({ only, without }: Flags): LogScope {
  if (only !== undefined && without !== undefined) throw new Error('--only and --without cannot be combined. Use one')
  if (only !== undefined) return { kind: 'only', organization: only }
  return without === undefined ? { kind: 'all' } : { kind: 'without', organization: without }
}

/** @throws Error when the organization is not registered. A purged one can be left out. */
async function selected({ reading }: Pick<ReturnType<typeof commandContext>, 'reading'>, scope: LogScope) {
  if (scope.kind === 'all') return selectionOf(scope, [])
  return reading(async (graph) => {
    const key = scope.organization
    const registered = await listOrganizations(graph)
    if (scope.kind === 'without' && (await purgedAmong(graph, [key])).has(key))
      return selectionOf(scope, [...registered, { key, allowedSources: [] }])
    await findOrganization(graph, key)
    return selectionOf(scope, registered)
  })
}

async function tellResult(
  { terminal, isJson, print }: ReturnType<typeof commandContext>,
  copied: Copied,
  scope: LogScope,
  isDryRun: boolean,
): Promise<void> {
  const report = copyReport(copied)
  const { tell } = terminal
  if (isJson) await print({ ...report, isDryRun })
  else for (const line of table(report.partitions.map(reportColumns))) await terminal.print(line)
  const { added, leftOut, unattributed, lag } = report
  const earlier = report.copied - added
  if (isDryRun) return tell(`${report.copied} records would be copied, ${leftOut} would be left out.`)
  tell(`Copied ${added} records${earlier > 0 ? `, after ${earlier} of earlier runs` : ''}, and left out ${leftOut}.`)
  if (scope.kind !== 'all') tell(`${unattributed} records name no registered organization.`)
  if (lag > 0) tell(`${lag} records of the source are not copied yet. Run the command again.`)
  tell('The copy was read back, and it equals the selected records. Next, see `tda rebuild --together --accept-gap`.')
}
