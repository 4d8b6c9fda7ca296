import { Command, InvalidArgumentError } from 'commander'
import { commandContext } from '../command-context.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { listPublications, type Publication } from '../publications.ts'

const columns = ({ organization, publicationNumber, snapshotId, status, endedAt, rowCount, reason }: Publication) => ({
  organization,
  number: publicationNumber,
  snapshotId,
  status,
  endedAt,
  rows: rowCount,
  reason,
})

/** `tda publications`: what became of each publication. */
export function publicationsCommand(terminal: Terminal): Command {
  return new Command('publications')
    .description('list the BOM publications, the newest first, and why some failed')
    .option('--organization <key>', 'of one organization; default all')
    .option('--limit <number>', 'of each organization', limit, 20)
    .action(async (options: { organization?: string; limit: number }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const all = options.organization
          ? [await findOrganization(graph, options.organization)]
          : await listOrganizations(graph)
        const publications: Publication[] = []
        for (const { key } of all) publications.push(...(await listPublications(graph, key, options.limit)))
        await list(publications, columns)
        if (publications.length === 0) terminal.tell('No BOM was published.')
      })
    })
}

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be an integer from 1 to 9999.')
  return Number(text)
}
