import { Command } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { countOwnProjected } from '../../cypher/records/drop-organization.ts'
import { topicTable } from '../../kafka/topics/topic-table.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { askingKafka, kafkaOf } from '../connections.ts'
import { listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { parseMonths } from '../usage/months.ts'
import { readUsage } from '../usage/read-usage.ts'

const DAY_MS = 86_400_000

/** `tda usage`: shows what each organization has used in a month, and what is stored of it now. */
export function usageCommand(terminal: Terminal): Command {
  const command = new Command('usage')
    .description(
      'Show the requests, returned rows, exports, and events of each organization in a month, and how many nodes the ' +
        'graph stores of it now. Months are in UTC.',
    )
    .argument('[month...]', 'Months such as 2027-03. Default: the current month.')
    .option('--organization <key>', 'Only this organization. Default: all organizations.')
    .action(async (names: string[], { organization }: { organization?: string }, command: Command) => {
      const { reading, list, settings } = commandContext(terminal, command)
      const months = parseMonths(names, terminal.now())
      const topics = topicTable(settings().KAFKA_TOPIC_PREFIX)
      const { organizations, stored } = await reading(async (graph) => {
        const organizations = await listOrganizations(graph)
        const keys = organizations.map(({ key }) => key).filter((key) => (organization ?? key) === key)
        return { organizations, stored: await storedOf(graph, keys) }
      })
      const usages = await askingKafka(settings(), () =>
        readUsage(kafkaOf(settings()), { topics, months, organizations, onStep: terminal.tell }),
      )
      const shown = usages.filter((usage) => (organization ?? usage.organization) === usage.organization)
      if (organization !== undefined && shown.length === 0)
        throw new Error(`There is no organization ${organization}. Run \`tda organizations list\` to see all keys`)
      const current = terminal.now().toISOString().slice(0, 7)
      const rows = shown.map((usage) => ({
        ...usage,
        // The graph is known only as it is now.
        nodes: usage.month === current ? (stored.get(usage.organization) ?? null) : null,
      }))
      await list(rows, (row) => ({ ...row }))
      const [first] = months
      const from = terminal.now().getTime() - topics.audit.retentionMs
      if (first && first.from < from)
        terminal.tell(
          `Requests, rows, and exports before ${new Date(from).toISOString().slice(0, 10)} are missing, because audit ` +
            `records are kept for ${topics.audit.retentionMs / DAY_MS} days.`,
        )
    })
  return withExamples(
    command,
    'tda usage',
    'tda usage 2027-02 2027-03 --organization quillmere',
    'tda --json usage 2027-03',
  )
}

async function storedOf(graph: Graph, keys: readonly string[]): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for (const key of keys) for (const { nodes } of await graph.read(countOwnProjected, key, {})) stored.set(key, nodes)
  return stored
}
