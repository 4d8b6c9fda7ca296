import { Command } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { listPublications } from '../../cypher/ingest/read-ingest.ts'
import type { PublicationMode } from '../../schemas/bom/publication-mode.ts'
import type { IngestFault } from '../../schemas/ingest/faults.ts'
import { readFaults } from '../../schemas/stored/dead-letter.ts'
import { storedCounts, storedStart } from '../../schemas/stored/publication.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { selectOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda publications`: lists BOM publications with their status. */
export function publicationsCommand(terminal: Terminal): Command {
  const command = new Command('publications')
    .description('List BOM publications, newest first, with their status and why they failed.')
    .option('--organization <key>', 'Only publications of this organization. Default: all organizations.')
    .option('--faults', 'List the faults of these publications, with style, line, SKU, and event, one row for each.')
    .option('--limit <number>', 'Maximum number of publications per organization, from 1 to 9999.', integerTo(9999), 20)
    .action(async (options: { organization?: string; faults?: boolean; limit: number }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const publications: Publication[] = []
        for (const { key } of await selectOrganizations(graph, options.organization))
          publications.push(...(await publicationsOf(graph, key, options.limit)))
        const faults = faultsOf(publications)
        if (options.faults) await list(faults, faultColumns)
        else await list(publications, columns)
        if (publications.length === 0) terminal.tell('No BOM publications found.')
        else if (options.faults && faults.length === 0) terminal.tell('These publications have no faults.')
      })
    })
  return withExamples(
    command,
    'tda publications --organization quillmere --limit 5',
    'tda publications --organization quillmere --limit 1 --faults',
  )
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
  /** The first faults of its events, and the number of all. */
  faults: IngestFault[]
  faultCount: number
  /** Counts of what was sent. */
  styleCount: number | null
  skuCount: number | null
  rowCount: number | null
}

/** Returns the publications of an organization, the newest first, at most `limit`. */
async function publicationsOf(graph: Graph, organization: string, limit: number): Promise<Publication[]> {
  const rows = await graph.read(listPublications, organization, { before: Number.MAX_SAFE_INTEGER, limit })
  return rows.map(({ snapshotId, status, seq, started, endedAt, retiredAt, reason, seen, faults, faultCount }) => {
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
      faults: faults === null ? [] : readFaults(faults),
      faultCount,
      styleCount,
      skuCount,
      rowCount,
    }
  })
}

/** A fault with the publication that has it. */
type PublicationFault = Pick<Publication, 'organization' | 'snapshotId'> & IngestFault

function faultsOf(publications: readonly Publication[]): PublicationFault[] {
  return publications.flatMap(({ organization, snapshotId, faults }) =>
    faults.map((fault) => ({ organization, snapshotId, ...fault })),
  )
}

const faultColumns = ({ styleNumber, ...fault }: PublicationFault) => {
  const { organization, snapshotId, line, sku, path, detail, eventId, source } = fault
  return { organization, snapshotId, style: styleNumber, line, sku, field: path, detail, eventId, source }
}

const columns = ({ publicationNumber: number, rowCount: rows, faultCount: faults, ...publication }: Publication) => {
  const { organization, snapshotId, mode, status, endedAt, reason } = publication
  return { organization, number, snapshotId, mode, status, endedAt, rows, faults, reason }
}
