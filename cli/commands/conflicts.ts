import { Command } from 'commander'
import { commandContext } from '../command-context.ts'
import { type Conflict, listConflicts } from '../conflicts.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { withExamples } from '../with-examples.ts'

/** Conflicts shown of one organization: more than that is not a list to read but a source to fix. */
const MOST = 1000

const columns = ({ organization, kind, value, system, instance, entities }: Conflict) => ({
  organization,
  kind,
  value,
  source: `/${system}/${instance}`,
  entities: entities.map(({ id, type, label }) => `${type} ${id} (${label})`).join('; '),
})

/** `tda conflicts`: codes that several entities have. */
export function conflictsCommand(terminal: Terminal): Command {
  const conflicts = new Command('conflicts')
    .description('List duplicate codes: codes that several live entities of an organization have.')
    .option('--organization <key>', 'Only conflicts of this organization. Default: all organizations.')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const all = organization ? [await findOrganization(graph, organization)] : await listOrganizations(graph)
        const conflicts: Conflict[] = []
        for (const { key } of all) {
          const found = await listConflicts(graph, key, MOST)
          if (found.length === MOST) terminal.tell(`Only the first ${MOST} duplicate codes of ${key} are shown.`)
          conflicts.push(...found)
        }
        await list(conflicts, columns)
        if (conflicts.length === 0) terminal.tell('No duplicate codes found.')
      })
    })
  return withExamples(conflicts, 'tda conflicts --organization quillmere')
}
