import { Command, InvalidArgumentError } from 'commander'
import { commandContext } from '../command-context.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { listPublications, type Publication } from '../publications.ts'
import { withExamples } from '../with-examples.ts'

const columns = ({ organization, publicationNumber, snapshotId, status, endedAt, rowCount, reason }: Publication) => ({
  organization,
  number: publicationNumber,
  snapshotId,
  status,
  endedAt,
  rows: rowCount,
  reason,
})

/** `tda publications`: the status of each BOM publication. */
export function publicationsCommand(terminal: Terminal): Command {
  const command = new Command('publications')
    .description('List BOM publications, newest first, with their status and why they failed.')
    .option('--organization <key>', 'Only publications of this organization. Default: all organizations.')
    .option('--limit <number>', 'Maximum number of publications per organization, from 1 to 9999.', limit, 20)
    .action(async (options: { organization?: string; limit: number }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const all = options.organization
          ? [await findOrganization(graph, options.organization)]
          : await listOrganizations(graph)
        const publications: Publication[] = []
        for (const { key } of all) publications.push(...(await listPublications(graph, key, options.limit)))
        await list(publications, columns)
        if (publications.length === 0) terminal.tell('No BOM publications found.')
      })
    })
  return withExamples(command, 'tda publications --organization quillmere --limit 5')
}

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be an integer from 1 to 9999.')
  return Number(text)
}
