import { Command } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import type { PublicationMode } from '../../schemas/bom/publication-mode.ts'
import { storedCounts, storedStart } from '../../schemas/stored/publication.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { selectOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda publications`: lists BOM publications with their status. */
export function publicationsCommand(terminal: Terminal): Command {
  const command = new Command('publications')
    .description('List BOM publications, newest first, with their status and why they failed.')
    .option('--organization <key>', 'Only publications of this organization. Default: all organizations.')
    .option('--limit <number>', 'Maximum number of publications per organization, from 1 to 9999.', integerTo(9999), 20)
    .action(async (options: { organization?: string; limit: number }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const publications: Publication[] = []
        for (const { key } of await selectOrganizations(graph, options.organization))
          publications.push(...(await publicationsOf(graph, key, options.limit)))
        await list(publications, columns)
        if (publications.length === 0) terminal.tell('No BOM publications found.')
      })
    })
  return withExamples(command, 'tda publications --organization quillmere --limit 5')
}

/** A publication as operators see it. Values that are not known yet are null. */
interface Publication {
  organization: string
  snapshotId: string
  status: string
  publicationNumber: number | null
  mode: PublicationMode
  startedAt: string
  endedAt: string | null
  retiredAt: string | null
  /** Why it failed: a code and the details. */
  reason: string | null
  /** Counts of what was sent. */
  styleCount: number | null
  skuCount: number | null
  rowCount: number | null
}

/** Returns the publications of an organization, the newest first, at most `limit`. */
async function publicationsOf(graph: Graph, organization: string, limit: number): Promise<Publication[]> {
  const rows = await graph.read(listPublications, organization, { before: Number.MAX_SAFE_INTEGER, limit })
  return rows.map(({ snapshotId, status, seq, started, endedAt, retiredAt, reason, seen }) => {
    const { startedAt, mode = 'full_replacement' } = storedStart.read(started)
    const counts = seq === null || seen === null ? null : storedCounts.read(seen)
    const { styleCount = null, skuCount = null, rowCount = null } = counts ?? {}
    const times = { startedAt, endedAt, retiredAt }
    return {
      organization,
      snapshotId,
      status,
      publicationNumber: seq,
      mode,
      ...times,
      reason,
      styleCount,
      skuCount,
      rowCount,
    }
  })
}

const columns = ({
  organization,
  publicationNumber,
  mode,
  snapshotId,
  status,
  endedAt,
  rowCount,
  reason,
}: Publication) => ({
  organization,
  number: publicationNumber,
  snapshotId,
  mode,
  status,
  endedAt,
  rows: rowCount,
  reason,
})
