import { Command } from 'commander'
import { commandContext, withExamples } from '../command-context.ts'
import { selectOrganizations } from '../organizations.ts'
import { parseDuration } from '../output/durations.ts'
import type { Terminal } from '../output/terminal.ts'
import { listSources, type OperatorsSource, setExpectation } from '../sources.ts'

/** `tda sources`: shows when each source last sent something, and sets how often it has to. */
export function sourcesCommand(terminal: Terminal): Command {
  const group = new Command('sources')
    .description('List the sources of events, and set within which time each one has to send something new.')
    .addCommand(listCommand(terminal))
    .addCommand(expectCommand(terminal))
  return withExamples(group, 'tda sources list')
}

const columns = (source: OperatorsSource) => ({
  organization: source.organization,
  source: source.source,
  lastApplied: source.lastAppliedAt,
  applied: source.applied,
  stale: source.stale,
  rejected: source.rejected,
  expected: source.withinSeconds === null ? 'none' : `within ${durationOf(source.withinSeconds)}`,
  silent: source.isSilent === null ? null : source.isSilent ? 'yes' : 'no',
})

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .description('List the sources that sent events, and those that are expected to, with their newest event.')
    .option('--organization <key>', 'Only sources of this organization. Default: all organizations.')
    .option('--silent', 'Only sources that have sent nothing new for longer than expected.')
    .action(async ({ organization, silent = false }: { organization?: string; silent?: boolean }, command: Command) => {
      const { reading, list, settings } = commandContext(terminal, command)
      const { PROJECTOR_GROUP: groupId } = settings()
      const sources = await reading(async (graph) => {
        const lists: OperatorsSource[] = []
        for (const { key } of await selectOrganizations(graph, organization))
          lists.push(...(await listSources(graph, key, groupId)))
        return lists
      })
      await list(silent ? sources.filter(({ isSilent }) => isSilent) : sources, columns)
    })
  return withExamples(command, 'tda sources list --organization quillmere', 'tda sources list --silent')
}

function expectCommand(terminal: Terminal): Command {
  const expect = new Command('expect')
    .description('Alert operators when a source sends nothing new for longer than this time.')
    .argument('<key>', 'Key of the organization.')
    .argument('<source>', 'Source as /{system}/{instance}, for example /plm/main.')
    .requiredOption('--within <duration>', 'Time such as 26h, 7d, or 15m. Use none to expect nothing.')
    .action(async (key: string, source: string, { within }: { within: string }, command: Command) => {
      const { changing, print, settings } = commandContext(terminal, command)
      const withinSeconds = within === 'none' ? null : parseDuration(within) / 1000
      const found = await changing('sources expect', async (graph, record) => {
        await setExpectation(graph, { key, source, withinSeconds, now: terminal.now() })
        record({ organization: key, parameters: { source, withinSeconds } })
        return (await listSources(graph, key, settings().PROJECTOR_GROUP)).find((one) => one.source === source)
      })
      const what =
        withinSeconds === null ? 'not expected to send anything' : `expected to send something new within ${within}`
      terminal.tell(`The source ${source} of ${key} is ${what}.`)
      if (found) await print(found)
    })
  return withExamples(
    expect,
    'tda sources expect quillmere /plm/main --within 26h',
    'tda sources expect quillmere /plm/main --within none',
  )
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** A duration as the option takes it: `26h`. */
function durationOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? ['s', 1]
  return `${seconds / size}${unit}`
}
