import { Command } from 'commander'
import { commandContext } from '../command-context.ts'
import { type Conflict, listConflicts } from '../conflicts.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/** Conflicts shown of one organization: beyond that it is not a list to read but a source to mend. */
const MOST = 1000

const columns = ({ organization, kind, value, system, instance, entities }: Conflict) => ({
  organization,
  kind,
  value,
  source: `/${system}/${instance}`,
  entities: entities.map(({ id, type, label }) => `${type} ${id} (${label})`).join('; '),
})

/** `tda conflicts`: codes with several owners. */
export function conflictsCommand(terminal: Terminal): Command {
  return new Command('conflicts')
    .description('list the codes that several live entities of an organization claim')
    .option('--organization <key>', 'of one organization; default all')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const all = organization ? [await findOrganization(graph, organization)] : await listOrganizations(graph)
        const conflicts: Conflict[] = []
        for (const { key } of all) {
          const found = await listConflicts(graph, key, MOST)
          if (found.length === MOST) terminal.tell(`Of ${key} only the first ${MOST} are shown.`)
          conflicts.push(...found)
        }
        await list(conflicts, columns)
        if (conflicts.length === 0) terminal.tell('No code is claimed twice.')
      })
    })
}
